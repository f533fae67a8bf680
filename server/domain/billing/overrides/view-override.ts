import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { OverrideRow } from "./load-override.ts";
import type * as schema from "./schema.ts";

/** An override in its public form, as of a moment. */
export function viewOverride(row: OverrideRow, now: Date): z.output<typeof schema.Override> {
  const isActive = row.revokedAt === null && row.startsAt <= now && (row.endsAt === null || row.endsAt > now);
  return {
    id: row.id,
    customer_id: row.customerId,
    feature_key: row.feature.key,
    enabled: row.enabled,
    limit_set: row.limitSet?.toNumber() ?? null,
    limit_add: row.limitAdd?.toNumber() ?? null,
    unlimited: row.unlimited,
    value: row.value,
    overage: row.overage,
    overage_ceiling: row.overageCeiling?.toFixed() ?? null,
    overage_cap_amount: row.overageCapAmount === null ? null : toWireAmount(row.overageCapAmount),
    reason: row.reason,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    is_active: isActive,
  };
}
