import type { ChargeCause, InvoiceStatus, Prisma } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { keptOfLines } from "./kept-of-lines.ts";

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

/** What the card provider charged for an item of a period, and has not given back by a change. */
export interface CardLine {
  /** The provider's id of the line; null: stored by a version that did not keep it. */
  providerLineId: string | null;
  amount: bigint;
  /** What is kept of it: 0 where it is not owed, less than the amount where a part of it went back to the customer. */
  kept: bigint;
  /** Whether it is owed or paid. */
  isOwed: boolean;
  start: Date;
  end: Date;
}

/**
 * Whether what the card provider charged for a moment of a subscription's running period is known, and nothing of it is kept: its
 * invoice was voided, by a pause for example, is uncollectible, or all of it went back to the customer. False while the invoice is a
 * draft or was not read yet. Periods that a change cut short have another end: what became of their charges says nothing of this one.
 */
export function isNothingKept(lines: readonly CardLine[]): boolean {
  return lines.length > 0 && lines.every(({ kept }) => kept === 0n);
}

/** The card provider's lines for a moment of a subscription, in a period with that end. */
export async function findCardLines(
  tx: Tx,
  scope: Scope,
  { id: subscriptionId, currentPeriodEnd: end }: { id: string; currentPeriodEnd: Date | null },
  at: Date,
): Promise<CardLine[]> {
  if (end === null || end <= at) return [];
  const { tenantId } = scope;
  const rows = await tx.charge.findMany({
    where: {
      tenantId,
      subscriptionId,
      provider: BY_CARD,
      cause: { in: PROVIDER_LINES },
      amount: { gt: 0n },
      periodStart: { lte: at },
      periodEnd: end,
    },
    select: {
      amount: true,
      periodStart: true,
      placements: {
        where: { endedAt: null },
        select: {
          kind: true,
          lineId: true,
          invoiceId: true,
          invoice: { select: { status: true } },
        },
      },
    },
    orderBy: { id: "asc" },
  });
  const placements = rows.flatMap((row) => row.placements);
  const lines = await tx.invoiceLine.findMany({
    where: { tenantId, id: { in: placements.flatMap(({ lineId }) => lineId ?? []) } },
    select: { id: true, providerLineId: true, creditedLineIds: true },
  });
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const givenBack = await findGivenBack(tx, scope, subscriptionId, lines);
  const kept = await keptOfLines(
    tx,
    scope,
    placements.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  return rows.flatMap(({ amount, periodStart, placements: [placement] }): CardLine[] => {
    const line = lineOf.get(placement?.lineId ?? "");
    const providerLineId = line?.providerLineId ?? null;
    // A line above 0 that names another one takes back what that one's credit gave too much.
    if (line && (line.creditedLineIds.length > 0 || givenBack.has(providerLineId ?? ""))) return [];
    const status = placement?.invoice?.status;
    const isGivenUp = placement?.kind === "HELD" || placement?.kind === "WRITTEN_OFF";
    const isOwed = !isGivenUp && (status === undefined || OWED.includes(status));
    const left = isOwed ? (kept.get(line?.id ?? "") ?? amount) : 0n;
    return [{ providerLineId, amount, kept: left, isOwed, start: periodStart ?? at, end }];
  });
}

/** Those of the card provider's lines whose unused time a change gave back. One that waits for its payment has given nothing yet. */
async function findGivenBack(
  tx: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
  lines: readonly { providerLineId: string | null }[],
): Promise<Set<string>> {
  const ids = lines.flatMap(({ providerLineId }) => providerLineId ?? []);
  const credits = await tx.invoiceLine.findMany({
    where: {
      tenantId,
      creditedLineIds: { hasSome: ids },
      amount: { lt: 0n },
      invoice: { subscriptionId, status: "PAID" },
    },
    select: { creditedLineIds: true },
  });
  return new Set(credits.flatMap(({ creditedLineIds }) => creditedLineIds));
}
