import type { ChargeCause, InvoiceStatus, Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** Statuses of an invoice whose charges are owed, or paid. */
const OWED: InvoiceStatus[] = ["OPEN", "PAID"];

/** Placements of a charge that is not owed: held, written off, or on an invoice that is void or uncollectible. */
const UNOWED = {
  endedAt: null,
  OR: [{ kind: { in: ["HELD", "WRITTEN_OFF"] } }, { kind: "INVOICE", invoice: { status: { notIn: OWED } } }],
} satisfies Prisma.ChargePlacementWhereInput;

/**
 * Those of the charges by these keys that are owed or paid: they wait for an invoice or are on one that is open or paid. Only their
 * unused time is given back. One that is held, was written off, is on an uncollectible invoice, or was taken back as a whole, by a
 * credit note for example, is not among them.
 */
export async function findOwed(tx: Tx, { tenantId }: Scope, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.charge.findMany({
    where: { tenantId, key: { in: [...keys] }, placements: { none: UNOWED } },
    include: { corrections: { select: { amount: true } } },
  });
  const owed = rows.filter(
    ({ amount, corrections }) => corrections.reduce((left, one) => left + one.amount, amount) !== 0n,
  );
  return new Set(owed.map(({ key }) => key));
}

/** What the card provider charged: its lines, and those of its invoices that a version without charges stored. */
const PROVIDER_LINES: ChargeCause[] = ["PROVIDER_LINE", "LEGACY"];

/**
 * Whether what the card provider charged for a moment of a subscription's running period is known, and none of it is owed: its invoice
 * was voided, by a pause for example, or is uncollectible. False while the invoice is a draft or was not read yet. Periods that a
 * change cut short have another end: what became of their charges says nothing of this one.
 */
export async function isUnowedAt(
  tx: Tx,
  scope: Scope,
  { id, currentPeriodEnd: end }: { id: string; currentPeriodEnd: Date | null },
  at: Date,
): Promise<boolean> {
  if (end === null || end <= at) return false;
  const { all, unowed } = await countAt(tx, scope, id, at, end);
  return all > 0 && all === unowed;
}

/** Whether something that the card provider charged for a moment of a subscription, in a period with that end, is owed or paid. */
export async function isOwedAt(
  tx: Tx,
  scope: Scope,
  subscriptionId: string,
  at: Date,
  end: Date,
): Promise<boolean> {
  const { all, unowed } = await countAt(tx, scope, subscriptionId, at, end);
  return all > unowed;
}

/**
 * The card provider's charges of a subscription for a moment, in a period with that end, and those among them that are not owed. Credit
 * notes of its invoices write no charges: one whose line, or whose whole invoice, they took back is not owed.
 */
async function countAt(
  tx: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
  at: Date,
  periodEnd: Date,
): Promise<{ all: number; unowed: number }> {
  const known: Prisma.ChargeWhereInput = {
    ...{ tenantId, subscriptionId, provider: "PROVIDER_A", cause: { in: PROVIDER_LINES } },
    ...{ amount: { gt: 0n }, periodStart: { lte: at }, periodEnd },
  };
  const rows = await tx.charge.findMany({
    where: known,
    select: {
      amount: true,
      placements: {
        where: { endedAt: null },
        select: {
          kind: true,
          lineId: true,
          invoice: { select: { status: true, total: true, amountCredited: true } },
        },
      },
    },
  });
  const lineIds = rows.flatMap(({ placements }) => placements.flatMap(({ lineId }) => lineId ?? []));
  const credited = await tx.creditNoteLine.groupBy({
    by: ["invoiceLineId"],
    where: { tenantId, invoiceLineId: { in: lineIds }, creditNote: { status: "ISSUED" } },
    _sum: { amount: true },
  });
  const creditedOf = new Map(credited.map((one) => [one.invoiceLineId, one._sum.amount ?? 0n]));
  const unowed = rows.filter(({ amount, placements }) =>
    placements.some(({ kind, lineId, invoice }) => {
      if (kind === "HELD" || kind === "WRITTEN_OFF") return true;
      if (invoice === null) return false;
      const { status, total, amountCredited } = invoice;
      const isTakenBack = total > 0n && amountCredited >= total;
      return !OWED.includes(status) || isTakenBack || (creditedOf.get(lineId) ?? 0n) >= amount;
    }),
  );
  return { all: rows.length, unowed: unowed.length };
}
