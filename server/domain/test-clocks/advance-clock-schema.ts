import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { ClockTime } from "./schema.ts";

export const AdvanceTestClock = z
  .strictObject({
    id: Identifier,
    to: ClockTime.meta({ description: "A time after its current one." }),
  })
  .meta({ id: "AdvanceTestClockRequest" });

export const advanceTestClockMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/test-clocks/{id}/advance",
  isAtomic: true,
  summary: "Advance a test clock",
  description:
    "Trials, periods, rollover, invoices and retries of all customers on it are processed in order. What takes long continues " +
    "after the response (status ADVANCING); get the clock until it is READY.",
  errors: [
    "test_clock_not_found",
    "test_clock_cannot_advance",
    "test_clock_advance_too_far",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_key_revoked",
    "card_provider_refused_request",
  ],
});
