import type { Charge, Provider } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { NewCharge } from "./rules.ts";

/** Who owes, and who invoices it. */
export interface Owner {
  customerId: string;
  subscriptionId: string | null;
  provider: Provider;
  currency: string;
}

/**
 * Writes charges, in order. Where the transaction does not place them, they wait for an invoice. Throws (a unique violation, which
 * ends the transaction) when one of the same key exists: nothing is charged twice. A correction of more than what is left of the
 * charge that it names is refused by the database.
 */
export async function writeCharges(
  tx: Tx,
  scope: Scope,
  owner: Owner,
  charges: readonly NewCharge[],
  { skipDuplicates = false } = {},
): Promise<Charge[]> {
  const data = await toRows(tx, scope, owner, charges);
  await tx.charge.createMany({ data, skipDuplicates });
  return findByKeys(tx, scope, charges);
}

/** As writeCharges, for a cause that a worker and a callback may find at once: who comes first writes it. */
export function writeChargesOnce(
  tx: Tx,
  scope: Scope,
  owner: Owner,
  charges: readonly NewCharge[],
): Promise<Charge[]> {
  return writeCharges(tx, scope, owner, charges, { skipDuplicates: true });
}

async function toRows(tx: Tx, scope: Scope, owner: Owner, charges: readonly NewCharge[]) {
  const { tenantId, clock } = scope;
  const corrected = await tx.charge.findMany({
    where: { tenantId, key: { in: charges.flatMap(({ correctsKey }) => correctsKey ?? []) } },
    select: { id: true, key: true },
  });
  const idOf = new Map(corrected.map(({ id, key }) => [key, id]));
  return charges.map(({ period, correctsKey, ...charge }) => ({
    tenantId,
    id: newId("charge"),
    ...owner,
    ...charge,
    corrects: correctsKey == null ? null : (idOf.get(correctsKey) ?? null),
    periodStart: period.start,
    periodEnd: period.end,
    createdAt: clock.now(),
  }));
}

/** In the order of the charges, which the database need not keep. */
async function findByKeys(tx: Tx, { tenantId }: Scope, charges: readonly NewCharge[]): Promise<Charge[]> {
  const rows = await tx.charge.findMany({ where: { tenantId, key: { in: charges.map(({ key }) => key) } } });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return charges.flatMap(({ key }) => byKey.get(key) ?? []);
}
