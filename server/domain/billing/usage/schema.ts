import { z } from "zod";
import {
  ActorType,
  Identifier,
  lines,
  pageOf,
  pageQuery,
  partFields,
  Timestamp,
  TimestampInput,
  text,
} from "../../../platform/schema/common.ts";
import { eachItem } from "../../../platform/schema/each-item.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Quantity, SignedQuantity } from "../../../platform/schema/quantity.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { customerFields } from "../../customers/schema.ts";
import { UsageRecord } from "../counters/schema.ts";

const FeatureKey = text(128);
const Dimension = text(255).meta({
  description: "An opaque name of a workspace, project or seat holder that usage is counted under.",
});

const MAX_PER_CALL = 1e12;
const Units = SignedQuantity.min(-MAX_PER_CALL)
  .max(MAX_PER_CALL)
  .refine((value) => value !== 0, "must not be 0");
const UnitsToHold = Units.refine((value) => value > 0, "must be above 0");

export const RecordUsage = z
  .strictObject({
    customer: customerFields.customer,
    feature_key: FeatureKey,
    quantity: Units.meta({
      description: "Units used, up to 6 decimal places; below 0 gives held units (ALLOCATED) back.",
    }),
    dimension: Dimension.optional(),
    event_id: text(255).optional().meta({
      description:
        "Your own id of the event, unique for ever: the same event twice counts once and returns the same receipt.",
    }),
    occurred_at: TimestampInput.optional().meta({
      description:
        "When it happened, for events that come late; now when left out. At most 300 seconds ahead of our clock, and then it counts as now.",
    }),
    mode: z
      .enum(["strict", "clip"])
      .default("strict")
      .meta({ description: "strict: all or nothing. clip: the units that fit are counted." }),
  })
  .meta({ id: "RecordUsageRequest" });

export const UsageReceipt = z
  .object({
    id: z.string().meta({ description: "Of the row in the usage ledger." }),
    event_id: z.string().nullable(),
    usage_record_id: z.string(),
    customer_id: z.string(),
    feature_key: z.string(),
    dimension: z.string().nullable(),
    quantity: z.number().meta({ description: "The requested quantity." }),
    counted: z
      .number()
      .meta({ description: "The counted quantity; less than requested only with mode clip." }),
    used: z.number().meta({ description: "Usage under the limit, right after." }),
    limit: z.number().nullable().meta({ description: "Including rolled-over units; null = unlimited." }),
    remaining: z.number().nullable(),
    is_late: z
      .boolean()
      .meta({ description: "The event's own period had ended; it counts in the current one." }),
    period_start: Timestamp,
    period_end: Timestamp,
  })
  .meta({ id: "UsageReceipt" });

export const RecordUsageBatch = z
  .strictObject({ items: eachItem(RecordUsage).min(1).max(1_000) })
  .meta({ id: "RecordUsageBatchRequest" });

export const UsageReceipts = z
  .object({
    items: z.array(
      z.object({
        index: z.number().int(),
        status: z.enum(["counted", "refused"]),
        receipt: UsageReceipt.nullable(),
        error: z
          .object({
            code: z.string(),
            name: z.string(),
            message: z.string(),
            issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
            details: z.record(z.string(), z.unknown()).nullable(),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: "UsageReceipts" });

export const ReserveUsage = z
  .strictObject({
    customer: customerFields.customer,
    feature_key: FeatureKey,
    quantity: UnitsToHold,
    dimension: Dimension.optional(),
    expires_in: z
      .number()
      .int()
      .min(1)
      .max(86_400)
      .default(900)
      .meta({ description: "Seconds until the units are free again." }),
  })
  .meta({ id: "ReserveUsageRequest" });

export const Reservation = z
  .object({
    id: z.string(),
    status: z.enum(["HELD", "CONFIRMED", "RELEASED", "EXPIRED"]),
    customer_id: z.string(),
    feature_key: z.string(),
    dimension: z.string().nullable(),
    quantity: z.number().meta({ description: "Units held." }),
    confirmed: z
      .number()
      .nullable()
      .meta({ description: "Units counted in the end; null unless confirmed." }),
    created_at: Timestamp,
    expires_at: Timestamp,
    settled_at: Timestamp.nullable(),
  })
  .meta({ id: "UsageReservation" });

export const ReservationId = z.strictObject({ id: Identifier });

export const ConfirmReservation = z
  .strictObject({
    id: Identifier,
    quantity: UnitsToHold.optional().meta({
      description:
        "The true quantity; the reserved one when left out. What exceeds it must fit the remaining units.",
    }),
  })
  .meta({ id: "ConfirmReservationRequest" });

export const ListLedger = z.strictObject({
  ...pageQuery,
  customer: Identifier,
  feature_key: FeatureKey.optional(),
  usage_record_id: Identifier.optional(),
});

const LedgerEntry = z
  .object({
    id: z.string(),
    usage_record_id: z.string(),
    customer_id: z.string(),
    feature_key: z.string(),
    dimension: z.string().nullable(),
    kind: z.enum(["RECORD", "SET", "CONFIRM", "ROLLOVER"]),
    delta: z.number().meta({ description: "The change of the counter." }),
    event_id: z.string().nullable(),
    part_of: z.string().nullable().meta({
      description:
        "Where one use was split over the counters of several sources: the entry that has its event, and whose id the receipt has.",
    }),
    is_late: z.boolean(),
    actor_type: ActorType,
    actor_id: z.string(),
    reason: z.string().nullable(),
    occurred_at: Timestamp,
    created_at: Timestamp,
  })
  .meta({ id: "UsageLedgerEntry" });

export const LedgerPage = pageOf(LedgerEntry);

const shared = { method: "POST", tag: "Billing", security: "app+jwt" } as const;
const COUNTING = [
  "customer_not_found",
  "feature_key_unknown",
  "feature_not_counted",
  "usage_limit_reached",
  "counter_limit_exceeded",
] as const;

export const recordUsageMeta = operation({
  ...shared,
  path: "/v1/billing/usage",
  status: 201,
  summary: "Record usage",
  description:
    "Checks and counts in one step, also under concurrency: a use that exceeds the entitlement is not counted, and usage_limit_reached contains " +
    "the check's result. For your back end: a user's own token cannot write usage.",
  errors: [
    ...COUNTING,
    "event_id_conflict",
    "usage_not_returnable",
    "usage_return_exceeds_held",
    "usage_in_future",
  ],
});

export const recordUsageBatchMeta = operation({
  ...shared,
  path: "/v1/billing/usage/batch",
  bodyLimit: 1_000_000,
  summary: "Record many uses",
  description:
    "Up to 1,000, each with its own result: a bad item, also one with a field that is missing or wrong, does not affect the others.",
});

export const reserveUsageMeta = operation({
  ...shared,
  path: "/v1/billing/usage/reservations",
  status: 201,
  summary: "Reserve usage",
  description:
    "Holds units for work whose size is known only afterwards. Confirm or release it; else it expires.",
  errors: COUNTING,
});

export const confirmReservationMeta = operation({
  ...shared,
  path: "/v1/billing/usage/reservations/{id}/confirm",
  summary: "Confirm a reservation",
  description:
    "Counts the true quantity, once, also under concurrency; repeating it with the same quantity returns the same result.",
  errors: [
    "usage_limit_reached",
    "reservation_not_found",
    "reservation_status_conflict",
    "counter_limit_exceeded",
  ],
});

export const releaseReservationMeta = operation({
  ...shared,
  path: "/v1/billing/usage/reservations/{id}/release",
  summary: "Release a reservation",
  description: "The units are free again. Idempotent.",
  errors: ["reservation_not_found", "reservation_status_conflict"],
});

export const listLedgerMeta = operation({
  method: "GET",
  path: "/v1/billing/usage/ledger",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "List the usage ledger",
  description:
    "Every change of a customer's counters, newest first. Their sum is the counter; only a value set below what earlier terms of " +
    "the period had counted takes that back, too.",
  errors: ["customer_not_found", "feature_key_unknown"],
  throttle: OWN_DATA,
});

/** docs/interface.md 4.7. */
export const SetUsage = z
  .strictObject({
    customer: customerFields.customer,
    feature_key: FeatureKey,
    value: Quantity.meta({
      description: "The exact value of the counter, at least 0, at most 6 decimal places.",
    }),
    expected: Quantity.optional().meta({
      description:
        "The value that you read before. The value is set only while the counter still has it, so that uses that were counted meanwhile are not overwritten.",
    }),
    dimension: Dimension.optional(),
    subscription_id: Identifier.optional().meta({
      description:
        "Sets what is counted under this subscription alone. When left out, the value is the sum over every subscription and free plan that grants the feature.",
    }),
    reason: lines(500).optional().meta({ description: "Kept in the ledger and the audit log." }),
    occurred_at: TimestampInput.optional().meta({
      description:
        "Must not lie before the open period; now when left out. At most 300 seconds ahead of our clock, and then it counts as now.",
    }),
  })
  .meta({ id: "SetUsageRequest" });

/** docs/interface.md 2.8, with the counters over which the value is shared out. */
export const SetUsageResult = UsageRecord.extend({
  parts: z.array(UsageRecord).meta({
    description:
      "The counters that were set, one for each subscription and free plan that grants the feature, in the order in which included units are used up. The answer itself is the counter that overage goes to, with the sum as its value.",
  }),
}).meta({ id: "SetUsageResult" });

/** docs/interface.md 4.13. */
export const ListUsage = z.strictObject({
  customer: Identifier.optional(),
  feature_key: FeatureKey.optional(),
  dimension: Dimension.optional(),
  status: z.enum(["OPEN", "CLOSED", "BILLED"]).optional(),
  from: TimestampInput.optional().meta({
    description: "Periods that end after this moment, as they are shown.",
  }),
  to: TimestampInput.optional().meta({
    description: "Periods that start before this moment, as they are shown.",
  }),
  ...partFields,
});

export const UsageRecords = z.array(UsageRecord);

/** docs/interface.md 4.7. */
export const setUsageMeta = operation({
  method: "POST",
  path: "/v1/billing/usage/set",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Set usage to an exact value",
  description:
    "Admin operation. Sets what the running period has used, also past the limit; the difference goes to the usage ledger. Where several subscriptions or free plans grant the feature, the value is filled in the order in which their included units are used up. The same value again changes nothing.",
  errors: [
    "customer_not_found",
    "feature_key_unknown",
    "usage_before_open_period",
    "feature_not_counted",
    "usage_not_granted",
    "usage_amount_too_large",
    "counter_limit_exceeded",
    "usage_in_future",
    "counter_changed",
  ],
});

/** docs/interface.md 4.13. */
export const listUsageMeta = operation({
  method: "GET",
  path: "/v1/billing/usage",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Get usage metrics",
  isPaged: true,
  description:
    "Counters by customer, feature, dimension and period, newest period first. Filters look at the period that is shown.",
  errors: ["customer_not_found", "feature_key_unknown"],
  throttle: OWN_DATA,
});
