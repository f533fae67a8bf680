import type { Decimal } from "decimal.js";
import { ApiError } from "../../errors/api-error.ts";
import type { UsageRecord } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../scope.ts";
import type { Period } from "./period.ts";

interface CounterKey {
  customerId: string;
  subscriptionId: string | null;
  featureId: string;
  dimension: string;
}

interface NewValue {
  value: Decimal;
  reason: string | null;
  occurredAt: Date;
}

/**
 * Sets the open counter to an exact value under its row lock and writes the difference to the ledger; the same value again
 * writes nothing. K8002 when occurredAt lies before the open period.
 */
export async function setCounter(
  tx: Tx,
  scope: Scope,
  key: CounterKey,
  period: Period,
  input: NewValue,
): Promise<{ before: UsageRecord; after: UsageRecord }> {
  if (input.occurredAt < period.start || input.occurredAt >= period.end) throw new ApiError("K8002");
  const before = await lockOpenCounter(tx, scope, key, period);
  const delta = input.value.minus(before.value.toString());
  if (delta.isZero()) return { before, after: before };
  const now = scope.clock.now();
  const after = await tx.usageRecord.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
    data: { value: input.value.toFixed(), updatedAt: now },
  });
  await tx.usageLedgerEntry.create({
    data: {
      tenantId: scope.tenantId,
      id: newId("usageLedgerEntry"),
      recordId: before.id,
      customerId: key.customerId,
      kind: "SET",
      delta: delta.toFixed(),
      actorType: scope.actor.type,
      actorId: scope.actor.id,
      reason: input.reason,
      occurredAt: input.occurredAt,
      createdAt: now,
    },
  });
  return { before, after };
}

/**
 * The open counter, locked until the transaction ends; opened when there is none. One left open from a period that has
 * ended is closed first; one whose period was cut by a change of interval goes on in the new period.
 */
async function lockOpenCounter(tx: Tx, scope: Scope, key: CounterKey, period: Period): Promise<UsageRecord> {
  const { tenantId } = scope;
  const now = scope.clock.now();
  await tx.usageRecord.updateMany({
    where: {
      tenantId,
      customerId: key.customerId,
      featureId: key.featureId,
      dimension: key.dimension,
      status: "OPEN",
      periodEnd: { lte: period.start },
    },
    data: { status: "CLOSED", updatedAt: now },
  });
  // on conflict do update locks the row that is there, so that two writers queue up here.
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, dimension, period_start, period_end, created_at, updated_at)
    values (${tenantId}, ${newId("usageRecord")}, ${key.customerId}, ${key.subscriptionId}, ${key.featureId}, ${key.dimension},
            ${period.start}, ${period.end}, ${now}, ${now})
    on conflict (tenant_id, customer_id, feature_id, dimension) where status = 'OPEN'
    do update set period_start = excluded.period_start, period_end = excluded.period_end, subscription_id = excluded.subscription_id
    returning id`;
  if (!row) throw new Error("The counter was neither opened nor found.");
  return tx.usageRecord.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: row.id } } });
}
