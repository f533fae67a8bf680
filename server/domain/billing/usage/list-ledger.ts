import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { LedgerPage, ListLedger } from "./schema.ts";

/** Every change of a customer's counters, newest first. Throws customer_not_found, feature_key_unknown or customer_not_own. */
export async function listLedger(
  scope: Scope,
  input: z.output<typeof ListLedger>,
): Promise<z.output<typeof LedgerPage>> {
  const { tenantId, db } = scope;
  const customer = await getCustomerOrThrow(db, scope, input.customer);
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const rows = await db.usageLedgerEntry.findMany({
    ...newestFirst(tenantId, input, {
      customerId: customer.id,
      ...(input.usage_record_id && { recordId: input.usage_record_id }),
      ...(feature && { record: { featureId: feature.id } }),
    }),
    include: { record: { include: { feature: true } } },
  });
  return toPage(rows, input.limit, (row) => ({
    id: row.id,
    usage_record_id: row.recordId,
    customer_id: row.customerId,
    feature_key: row.record.feature.key,
    dimension: row.record.dimension === "" ? null : row.record.dimension,
    kind: row.kind,
    delta: row.delta.toNumber(),
    event_id: row.eventId,
    part_of: row.partOf,
    is_late: row.isLate,
    actor_type: row.actorType,
    actor_id: row.actorId,
    reason: row.reason,
    occurred_at: row.occurredAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  }));
}
