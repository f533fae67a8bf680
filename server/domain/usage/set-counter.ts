import type { Decimal } from "decimal.js";
import { ApiError } from "../../errors/api-error.ts";
import type { UsageRecord } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../scope.ts";
import { type CountingTerms, counterItem } from "./counting-terms.ts";
import { lockUsage } from "./lock-usage.ts";

interface CounterKey {
  customerId: string;
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
  terms: CountingTerms,
  input: NewValue,
): Promise<{ before: UsageRecord; after: UsageRecord }> {
  const { period } = terms;
  if (input.occurredAt < period.start || input.occurredAt >= period.end) throw new ApiError("K8002");
  const before = await lockOpenCounter(tx, scope, key, terms);
  const delta = input.value.minus(before.value.toString());
  if (delta.isZero()) return { before, after: before };
  const now = scope.clock.now();
  const after = await tx.usageRecord.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
    data: { value: input.value.toFixed(), included: terms.limit?.toFixed() ?? null, updatedAt: now },
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

/** The open counter, opened when there is none; nobody else decides about it until the transaction ends. */
async function lockOpenCounter(
  tx: Tx,
  scope: Scope,
  { customerId, dimension }: CounterKey,
  terms: CountingTerms,
): Promise<UsageRecord> {
  const { tenantId, clock } = scope;
  const item = JSON.stringify(counterItem(customerId, terms, dimension, newId("usageRecord")));
  await lockUsage(tx, scope, customerId, terms, dimension);
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select id from usher_open_counter(${tenantId}, ${item}::jsonb, ${clock.now()}::timestamptz)`;
  if (!row) throw new Error("The counter was neither opened nor found.");
  return tx.usageRecord.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: row.id } } });
}
