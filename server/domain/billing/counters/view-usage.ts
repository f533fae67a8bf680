import type { z } from "zod";
import type { Feature, UsageRecord as Row } from "../../../platform/database/client/client.ts";
import { HELD, type Period } from "../terms/period.ts";
import type { UsageRecord } from "./schema.ts";

/** The parts of a counter that the interface shows. */
export type ShownCounter = Omit<
  Row,
  "reserved" | "rolledOver" | "included" | "billedAmount" | "settledAt" | "invoiceDueAt"
>;

/** docs/interface.md 2.8. Held units show the current period, if the caller knows one, for their counter has none of its own. */
export function viewUsageRecord(
  row: ShownCounter,
  feature: Feature,
  current: Period | null,
): z.output<typeof UsageRecord> {
  const isHeld = row.periodEnd.getTime() === HELD.end.getTime();
  const period = isHeld && current ? current : { start: row.periodStart, end: row.periodEnd };
  return {
    id: row.id,
    tenant_id: row.tenantId,
    feature_id: row.featureId,
    feature_key: feature.key,
    feature_name: feature.name,
    value: row.value.toNumber(),
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    subscription_id: row.subscriptionId,
    customer_id: row.customerId,
    dimension: row.dimension === "" ? null : row.dimension,
  };
}
