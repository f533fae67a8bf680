import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";

/** docs/interface.md 2.8. */
export const UsageRecord = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    feature_id: z.string(),
    feature_key: z.string(),
    feature_name: z.string(),
    value: z.number().meta({ description: "Units used in the period, or held (ALLOCATED)." }),
    period_start: Timestamp,
    period_end: Timestamp,
    status: z.enum(["OPEN", "CLOSED", "BILLED"]).meta({
      description:
        "OPEN: the current period. CLOSED: one that ended and charged nothing, or is not settled yet. BILLED: one whose overage was charged; the charge may wait for an invoice.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: "null for usage under a free plan without a subscription." }),
    customer_id: z.string(),
    dimension: z.string().nullable().meta({
      description: "The workspace, project or seat holder the usage named; null when it named none.",
    }),
  })
  .meta({ id: "UsageRecord" });
