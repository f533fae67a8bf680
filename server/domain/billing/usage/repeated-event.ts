import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { UsageLedgerEntry } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { findCustomer } from "../../customers/find-customer.ts";
import type { RecordUsage, UsageReceipt } from "./schema.ts";
import { viewReceipt } from "./view-receipt.ts";

/** The units that a use counted, on all the counters over which it was split. */
async function countedIn({ db, tenantId }: Scope, { id, delta }: UsageLedgerEntry): Promise<Decimal> {
  const others = await db.usageLedgerEntry.aggregate({
    where: { tenantId, partOf: id },
    _sum: { delta: true },
  });
  return new Decimal(delta.toString()).plus(others._sum.delta?.toString() ?? 0);
}

/**
 * The receipt of an event that was counted before, or null when it was not: a repeated event gets the same receipt even when the customer
 * may use nothing now. Throws event_id_conflict.
 */
export async function findReceipt(
  scope: Scope,
  input: z.output<typeof RecordUsage>,
  eventId: string | null,
): Promise<z.output<typeof UsageReceipt> | ApiError | null> {
  const { tenantId, db } = scope;
  if (eventId === null) return null;
  const entry = await db.usageLedgerEntry.findUnique({
    where: { tenantId_eventId: { tenantId, eventId } },
    include: { record: { include: { feature: { select: { key: true } } } } },
  });
  if (!entry) return null;
  const { record } = entry;
  const used = new Decimal((entry.usedAfter ?? record.value).toString());
  const limit = entry.limitAfter && new Decimal(entry.limitAfter.toString());
  const customer = await findCustomer(db, scope, input.customer);
  const isSame =
    record.customerId === customer?.id &&
    record.feature.key === input.feature_key &&
    record.dimension === (input.dimension ?? "") &&
    entry.requested?.equals(input.quantity);
  if (!isSame) return new ApiError("event_id_conflict", { details: { event_id: input.event_id } });
  return viewReceipt({ customer: { id: record.customerId }, feature: record.feature }, input, {
    ledger_id: entry.id,
    record_id: record.id,
    counted: await countedIn(scope, entry),
    used,
    limit,
    remaining: entry.remainingAfter
      ? new Decimal(entry.remainingAfter.toString())
      : limit && Decimal.max(0, limit.minus(used)),
    is_late: entry.isLate,
    period_start: record.allowanceStart ?? record.periodStart,
    period_end: record.allowanceEnd ?? record.periodEnd,
  });
}
