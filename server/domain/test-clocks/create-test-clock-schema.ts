import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { ClockTime } from "./schema.ts";

export const CreateTestClock = z
  .strictObject({
    name: text(200).default("Test clock"),
    now: ClockTime.optional().meta({ description: "Where it starts; real time when left out." }),
  })
  .meta({ id: "CreateTestClockRequest" });

export const createTestClockMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/test-clocks",
  isAtomic: true,
  status: 201,
  summary: "Create a test clock",
  description: "For TEST tenants. Its time does not change until it is advanced.",
  errors: [
    "test_clock_needs_test_tenant",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_key_revoked",
    "card_provider_refused_request",
  ],
});
