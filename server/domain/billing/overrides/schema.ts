import { z } from "zod";
import { Identifier, Overage, Timestamp } from "../../../platform/schema/common.ts";

export const Override = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    feature_key: z.string(),
    enabled: z.boolean().nullable(),
    limit_set: z.number().nullable(),
    limit_add: z.number().nullable(),
    unlimited: z.boolean(),
    value: z.unknown().meta({ description: "The value of a STATIC feature; null changes nothing." }),
    overage: Overage.nullable(),
    overage_ceiling: z.string().nullable(),
    overage_cap_amount: z.number().nullable(),
    reason: z.string(),
    created_by: z.string(),
    created_at: Timestamp,
    starts_at: Timestamp,
    ends_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    is_active: z.boolean().meta({ description: "Whether it is in force now." }),
  })
  .meta({ id: "Override" });

export const OverrideId = z.strictObject({ id: Identifier });
