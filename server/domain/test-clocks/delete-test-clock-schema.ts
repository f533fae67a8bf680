import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";

export const DeletedTestClock = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedTestClock" });

export const deleteTestClockMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "DELETE",
  path: "/v1/test-clocks/{id}",
  summary: "Delete a test clock",
  description:
    "The provider deletes its objects on it; subscriptions on it end. The customers stay, in real time.",
  errors: [
    "test_clock_not_found",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_key_revoked",
    "card_provider_refused_request",
  ],
});
