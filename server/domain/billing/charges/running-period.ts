import { z } from "zod";
import type { Charge, Provider } from "../../../platform/database/client/client.ts";
import { smaller } from "../../../platform/money.ts";
import { BY_CARD, PROVIDERS } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { phasesOf } from "../terms/phases.ts";
import { findCardLines, findOwed } from "./find-owed.ts";
import { keptOfLines, REFUNDED_ALONE } from "./kept-of-lines.ts";
import type { Priced } from "./rules.ts";

/** What was charged for an item of the running period, from a moment to the period's end. */
export interface ChargedItem {
  /** "plan", or the driver's feature. */
  item: string;
  description: string;
  /** The item's price for a whole period. */
  price: bigint;
  /** For its time, less what was corrected since; 0 where it is not owed, or all of it went back. */
  amount: bigint;
  start: Date;
  end: Date;
  /** The key of its charge; null: the card provider's, whose lines do not name the item. */
  chargeKey: string | null;
  /** Whether the card provider gives its unused time back by itself: the subscription that it has now has charged it. */
  isProviders: boolean;
}

interface Running {
  id: string;
  provider: Provider;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
}

/** A charge of an item, with what corrects it. */
export type ItemCharge = Pick<
  Charge,
  "item" | "description" | "price" | "amount" | "key" | "periodStart" | "periodEnd"
> & { corrections: Pick<Charge, "cause" | "amount">[] };

/**
 * What is charged for the items that a subscription of ours pays for now, of its running period, and what is kept of it: the charge
 * waits, or is on an invoice that is open or paid. Each of them ends with the period; one of an item that an earlier change left as it
 * was is older than that change. An item is not among them when nothing was charged for it, which is so for price 0.
 *
 * The subscription may have moved. An item without a charge of ours, or one that a change by card has charged since, is the card
 * provider's: it has charged the whole period, if its lines for the moment are known. `items` are what the subscription pays for each
 * period now; the result is in their order.
 */
export async function findRunning(
  tx: Tx,
  scope: Scope,
  { id, provider, currentPeriodStart: start, currentPeriodEnd: end }: Running,
  items: readonly Priced[],
  at: Date,
): Promise<ChargedItem[]> {
  if (start === null || end === null) return [];
  const rows = await tx.charge.findMany({
    where: {
      tenantId: scope.tenantId,
      subscriptionId: id,
      periodEnd: end,
      amount: { gt: 0n },
      item: { in: items.map(({ item }) => item) },
      price: { not: null },
    },
    include: { corrections: { select: { cause: true, amount: true } } },
    // The newest of an item first.
    orderBy: [{ periodStart: "desc" }, { id: "desc" }],
  });
  const written = await findWritten(tx, scope, id);
  const newest = newestOfOurs(written, rows);
  const ours = chargesInForce(rows.filter(({ item }) => item !== null && newest.has(item)));
  const owed = await findOwed(
    tx,
    scope,
    ours.flatMap(({ chargeKey }) => chargeKey ?? []),
  );
  const isOwed = ({ chargeKey, amount }: ChargedItem) =>
    chargeKey !== null && owed.has(chargeKey) && amount > 0n;
  const charged = await lessRefunds(
    tx,
    scope,
    ours.map((one) => (isOwed(one) ? one : { ...one, amount: 0n })),
  );
  const byCard = items.filter(({ item, amount }) => amount > 0n && !newest.has(item));
  const lines = byCard.length > 0 ? await findCardLines(tx, scope, { id, currentPeriodEnd: end }, at) : [];
  const billed = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const kept = lines.reduce((sum, one) => sum + one.kept, 0n);
  if (billed > 0n)
    charged.push(
      ...byCard.map((one) => {
        const isProviders = provider === BY_CARD && isOfPresent(written, one.item, start);
        // The lines do not name their items: of each the same part is kept.
        const amount = (one.amount * kept * 2n + billed) / (billed * 2n);
        return { ...one, amount, price: one.amount, start, end, chargeKey: null, isProviders };
      }),
    );
  return items.flatMap(({ item }) => charged.find((one) => one.item === item) ?? []);
}

/** Less what was refunded of their invoices without a credit note. */
async function lessRefunds(tx: Tx, scope: Scope, charged: ChargedItem[]): Promise<ChargedItem[]> {
  const { tenantId } = scope;
  const placements = await tx.chargePlacement.findMany({
    where: {
      tenantId,
      kind: "INVOICE",
      endedAt: null,
      charge: { key: { in: charged.flatMap(({ chargeKey }) => chargeKey ?? []) } },
      invoice: { refunds: { some: REFUNDED_ALONE } },
    },
    select: { invoiceId: true, lineId: true, charge: { select: { key: true } } },
  });
  const kept = await keptOfLines(
    tx,
    scope,
    placements.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const lineOf = new Map(placements.map(({ charge, lineId }) => [charge.key, lineId]));
  return charged.map((one) => {
    const left = kept.get(lineOf.get(one.chargeKey ?? "") ?? "");
    return { ...one, amount: left === undefined ? one.amount : smaller(one.amount, left) };
  });
}

/** What a change by card charged anew; one that was stored before items were is taken to have charged all. */
const ChangeByCard = z.object({ items: z.array(z.string()).optional() });
const Move = z.object({ to: z.enum(PROVIDERS) });

/**
 * What was written down of a subscription's changes by card and of its last move to the card. Their order is that of their ids, which the
 * moments of a test clock do not tell.
 */
interface Written {
  changes: { at: string; items: string[] | undefined }[];
  /** The newest move to the card, and since when the card provider bills in the customer's time; null: it never moved there. */
  move: { at: string; since: Date } | null;
}

async function findWritten(tx: Tx, scope: Scope, subscriptionId: string): Promise<Written> {
  const operations = await tx.providerOperation.findMany({
    where: {
      tenantId: scope.tenantId,
      subscriptionId,
      status: "SUCCEEDED",
      kind: { in: ["CHANGE_PLAN", "MOVE"] },
    },
    select: { id: true, kind: true, input: true },
    orderBy: { id: "asc" },
  });
  const changes = operations
    .filter(({ kind }) => kind === "CHANGE_PLAN")
    .map(({ id, input }) => ({ at: writtenAt(id), items: ChangeByCard.parse(input).items }));
  const moved = operations.findLast(({ kind, input }) => kind === "MOVE" && Move.parse(input).to === BY_CARD);
  if (!moved) return { changes, move: null };
  const phases = (await phasesOf(tx, scope, subscriptionId)).toReversed();
  const other = phases.findIndex(({ provider }) => provider !== BY_CARD);
  const since = phases.at(other === -1 ? -1 : Math.max(other - 1, 0))?.from ?? new Date(0);
  return { changes, move: { at: writtenAt(moved.id), since } };
}

/** Whether a change by card has charged an item since something was written down. */
function isChargedByCard({ changes }: Written, item: string, since: string): boolean {
  return changes.some(({ at, items }) => at > since && (items === undefined || items.includes(item)));
}

/** The items that we charged last: no change by card has charged them since. */
function newestOfOurs(written: Written, rows: readonly Pick<Charge, "id" | "item">[]): Set<string> {
  const last = new Map<string, string>();
  for (const { id, item } of rows)
    if (item !== null && writtenAt(id) > (last.get(item) ?? "")) last.set(item, writtenAt(id));
  return new Set(
    [...last].filter(([item, since]) => !isChargedByCard(written, item, since)).map(([item]) => item),
  );
}

/**
 * Whether the subscription that the card provider has now charged an item for the period: it did not move there, or a change or a renewal
 * has charged it since it did.
 */
function isOfPresent(written: Written, item: string, periodStart: Date): boolean {
  const { move } = written;
  return move === null || move.since < periodStart || isChargedByCard(written, item, move.at);
}

/** The part of an id that grows with the time at which it was made. */
function writtenAt(id: string): string {
  return id.slice(id.lastIndexOf("_") + 1);
}

/**
 * The charges of items that count, the newest first: of each item the newest one of which no change gave the unused time back. What was
 * corrected otherwise is taken off its amount.
 */
export function chargesInForce(rows: readonly ItemCharge[]): ChargedItem[] {
  const found = new Map<string, ChargedItem>();
  for (const { item, price, description, amount, key, corrections, ...row } of rows) {
    if (item === null || price === null || found.has(item)) continue;
    if (corrections.some(({ cause }) => cause === "CHANGE")) continue;
    const left = corrections.reduce((sum, one) => sum + one.amount, amount);
    const { periodStart: start, periodEnd: end } = row;
    found.set(item, {
      item,
      description: nameOf(description),
      price,
      amount: left,
      start,
      end,
      chargeKey: key,
      isProviders: false,
    });
  }
  return [...found.values()];
}

const REMAINING = "Remaining time: ";

/** What the line of an item says that is charged for the rest of a period. */
export const remainingTime = (name: string) => `${REMAINING}${name}`;

/** The name of an item in what its line says. */
function nameOf(description: string): string {
  return description.startsWith(REMAINING) ? description.slice(REMAINING.length) : description;
}
