import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { isCurrency } from "../../../../platform/currency.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import type { ExchangeRate } from "./schema.ts";
import type { RateId, SetRate } from "./set-rate-schema.ts";
import { viewRate } from "./view-rate.ts";

/**
 * Sets what a currency is worth in another from a day on; replaces the rate of that day. The same again changes nothing. Throws
 * fields_invalid or currency_unknown.
 */
export async function setRate(
  scope: Scope,
  input: z.output<typeof SetRate>,
): Promise<z.output<typeof ExchangeRate>> {
  const { tenantId, clock, db } = scope;
  const { currency, into, rate } = input;
  if (currency === into)
    throw new ApiError("fields_invalid", {
      issues: [{ path: "currency", message: "is what it is converted to" }],
    });
  const key = { tenantId, into, currency, validFrom: new Date(`${input.valid_from}T00:00:00Z`) };
  const where = { tenantId_into_currency_validFrom: key };
  for (const one of [currency, into])
    if (!isCurrency(one)) throw new ApiError("currency_unknown", { details: { currency: one } });
  return db.$transaction(async (tx) => {
    await oneAtATime(tx, scope);
    const known = await tx.exchangeRate.findUnique({ where });
    if (known?.rate.equals(rate)) return viewRate(known);
    const now = clock.now();
    const row = known
      ? await tx.exchangeRate.update({ where, data: { rate, updatedAt: now } })
      : await tx.exchangeRate.create({
          data: { ...key, id: newId("exchangeRate"), rate, createdAt: now, updatedAt: now },
        });
    const after = viewRate(row);
    const change = { type: "exchange_rate.set", objectType: "exchange_rate", objectId: row.id } as const;
    await recordChange(tx, scope, { ...change, ...(known && { before: viewRate(known) }), after });
    return after;
  });
}

/** Deletes a rate: the one before it is valid on. Throws exchange_rate_not_found. */
export async function deleteRate(
  scope: Scope,
  { id }: z.output<typeof RateId>,
): Promise<z.output<typeof ExchangeRate>> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    await oneAtATime(tx, scope);
    const where = { tenantId_id: { tenantId, id } };
    const row = await tx.exchangeRate.findUnique({ where });
    if (!row) throw new ApiError("exchange_rate_not_found");
    await tx.exchangeRate.delete({ where });
    const before = viewRate(row);
    const change = { type: "exchange_rate.deleted", objectType: "exchange_rate", objectId: id } as const;
    await recordChange(tx, scope, { ...change, before, after: before });
    return before;
  });
}

/** A tenant's rates change one after the other. */
async function oneAtATime(tx: Tx, { tenantId }: Scope): Promise<void> {
  await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for no key update`;
}
