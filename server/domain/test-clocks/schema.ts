import { z } from "zod";
import {
  Identifier,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
  text,
} from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { CustomerSummary, customerFields } from "../customers/schema.ts";

export const TestClock = z
  .object({
    id: z.string(),
    name: z.string(),
    now: Timestamp.meta({ description: "Its current time." }),
    status: z.enum(["READY", "ADVANCING"]),
    advancing_to: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "TestClock" });

/** The provider counts seconds from 1970 on. */
const ClockTime = TimestampInput.refine((text) => Date.parse(text) >= 0, "must not lie before 1970");

export const CreateTestClock = z
  .strictObject({
    name: text(200).default("Test clock"),
    now: ClockTime.optional().meta({ description: "Where it starts; real time when left out." }),
  })
  .meta({ id: "CreateTestClockRequest" });

export const TestClockId = z.strictObject({ id: Identifier });
export const ListTestClocks = z.strictObject({ ...pageQuery });
export const TestClockPage = pageOf(TestClock);

export const AddCustomer = z
  .strictObject({ id: Identifier, customer: customerFields.customer, email: customerFields.email })
  .meta({ id: "AddTestClockCustomerRequest" });

export const AddedCustomer = CustomerSummary;

export const AdvanceTestClock = z
  .strictObject({
    id: Identifier,
    to: ClockTime.meta({ description: "A time after its current one." }),
  })
  .meta({ id: "AdvanceTestClockRequest" });

export const DeletedTestClock = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedTestClock" });

const shared = { tag: "Test clocks", security: "app+jwt", scope: "billing:admin" } as const;

export const createTestClockMeta = operation({
  ...shared,
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
export const listTestClocksMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/test-clocks",
  summary: "List test clocks",
  description: "Newest first.",
});
export const getTestClockMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/test-clocks/{id}",
  summary: "Get a test clock",
  description: "Its current time, and whether it is moving.",
  errors: ["test_clock_not_found"],
});
export const addCustomerMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/test-clocks/{id}/customers",
  status: 201,
  summary: "Add a customer to a test clock",
  description: "Creates a customer who lives in the clock's time. Idempotent.",
  errors: [
    "customer_not_found",
    "test_clock_not_found",
    "customer_not_on_test_clock",
    "test_clock_customers_limit_reached",
  ],
});
export const advanceTestClockMeta = operation({
  ...shared,
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
export const deleteTestClockMeta = operation({
  ...shared,
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
