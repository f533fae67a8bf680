import { z } from "zod";
import { Identifier, Overage, pageOf, pageQuery, searchText, text } from "../../../platform/schema/common.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { UsageRecord } from "../counters/schema.ts";

export const BrowseUsage = z.strictObject({
  ...pageQuery,
  q: searchText(200)
    .optional()
    .meta({ description: "Part of the customer's name or address, or an identifier." }),
  customer_id: Identifier.optional(),
  feature_key: text(128).optional(),
  dimension: text(255).optional(),
  status: UsageRecord.shape.status.optional(),
  is_past_limit: z.boolean().optional().meta({
    description: "Only what has passed the limit that is included, as last counted.",
  }),
  sort: z.enum(["created_at", "value", "share"]).default("created_at").meta({
    description: "share: used of included, as last counted; what is not limited comes last.",
  }),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const UsageRow = UsageRecord.pick({
  id: true,
  feature_key: true,
  feature_name: true,
  value: true,
  period_start: true,
  period_end: true,
  status: true,
  updated_at: true,
  dimension: true,
  subscription_id: true,
}).extend({
  customer: CustomerSummary,
  used: z.number().meta({
    description:
      "value, with the included units that the same period used under earlier terms: what usage/set sets.",
  }),
  included: z.number().nullable().meta({
    description:
      "The limit in force now, with units that rolled over; of a period that is over, the limit at the counter's last change. null: unlimited.",
  }),
  overage_behavior: Overage.nullable().meta({
    description: "What happens past that limit now; null where nothing is counted any more.",
  }),
  billed_amount: z.number(),
  currency: z
    .string()
    .nullable()
    .meta({ description: "Of billed_amount; null without a subscription, which bills nothing." }),
  is_held: z.boolean().meta({ description: "Units that are held, not used up: the period never ends." }),
});

export const UsageRows = pageOf(UsageRow);

export const browseUsageMeta = internalOperation({ role: "VIEWER", errors: ["feature_key_unknown"] });
