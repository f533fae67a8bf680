import type { Charge, InvoiceStatus } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** Statuses of an invoice whose charges are owed, or paid. */
const OWED: InvoiceStatus[] = ["OPEN", "PAID"];

/**
 * Those of the charges by these keys that are owed or paid: they wait for an invoice or are on one that is open or paid. Only their
 * unused time is given back. One that is held, was written off, or is on an uncollectible invoice is not among them.
 */
export async function findOwed(
  tx: Tx,
  { tenantId }: Scope,
  keys: readonly string[],
): Promise<Map<string, Charge>> {
  const rows = await tx.charge.findMany({
    where: {
      tenantId,
      key: { in: [...keys] },
      placements: {
        none: {
          endedAt: null,
          OR: [
            { kind: { in: ["HELD", "WRITTEN_OFF"] } },
            { kind: "INVOICE", invoice: { status: { notIn: OWED } } },
          ],
        },
      },
    },
  });
  return new Map(rows.map((row) => [row.key, row]));
}
