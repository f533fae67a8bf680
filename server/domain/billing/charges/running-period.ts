import { z } from "zod";
import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { findOwed, isOwedAt } from "./find-owed.ts";
import type { Priced } from "./rules.ts";

/** What was charged for an item of the running period, from a moment to the period's end. */
export interface ChargedItem {
  /** "plan", or the driver's feature. */
  item: string;
  description: string;
  /** The item's price for a whole period. */
  price: bigint;
  /** For its time, less what was corrected since. */
  amount: bigint;
  start: Date;
  end: Date;
  /** The key of its charge; null: the card provider's, whose lines do not name the item. */
  chargeKey: string | null;
}

interface Running {
  id: string;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
}

/** A charge of an item, with what corrects it. */
export type ItemCharge = Pick<
  Charge,
  "item" | "description" | "price" | "amount" | "key" | "periodStart" | "periodEnd"
> & { corrections: Pick<Charge, "cause" | "amount">[] };

/**
 * What is charged for the items that a subscription of ours pays for now, of its running period, and is owed or paid: the charge waits,
 * or is on an invoice that is open or paid. Each of them ends with the period; one of an item that an earlier change left as it was is
 * older than that change. An item is not among them when nothing was charged for it, which is so for price 0, or when that is not owed.
 *
 * The subscription may have moved. An item without a charge of ours, or one that a change by card has charged since, is the card
 * provider's: it has charged the whole period, if its lines for the moment are owed. `items` are what the subscription pays for each period
 * now; the result is in their order.
 */
export async function findRunning(
  tx: Tx,
  scope: Scope,
  { id, currentPeriodStart: start, currentPeriodEnd: end }: Running,
  items: readonly Priced[],
  at: Date,
): Promise<ChargedItem[]> {
  if (start === null || end === null) return [];
  const rows = await tx.charge.findMany({
    where: {
      ...{ tenantId: scope.tenantId, subscriptionId: id, periodEnd: end, amount: { gt: 0n } },
      ...{ item: { in: items.map(({ item }) => item) }, price: { not: null } },
    },
    include: { corrections: { select: { cause: true, amount: true } } },
    // The newest of an item first.
    orderBy: [{ periodStart: "desc" }, { id: "desc" }],
  });
  const newest = await newestOfOurs(tx, scope, id, rows);
  const ours = chargesInForce(rows.filter(({ item }) => item !== null && newest.has(item)));
  const owed = await findOwed(
    tx,
    scope,
    ours.flatMap(({ chargeKey }) => chargeKey ?? []),
  );
  const charged = ours.filter(({ chargeKey }) => chargeKey !== null && owed.has(chargeKey));
  const byCard = items.filter(({ item, amount }) => amount > 0n && !newest.has(item));
  if (byCard.length > 0 && (await isOwedAt(tx, scope, id, at, end)))
    charged.push(...byCard.map((one) => ({ ...one, price: one.amount, start, end, chargeKey: null })));
  return items.flatMap(({ item }) => charged.find((one) => one.item === item) ?? []);
}

/** What a change by card charged anew; one that was stored before items were is taken to have charged all. */
const ChangeByCard = z.object({ items: z.array(z.string()).optional() });

/**
 * The items that we charged last: no change by card has charged them since. By the order in which the two were written down, which the
 * moments of a test clock do not tell.
 */
async function newestOfOurs(
  tx: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
  rows: readonly Pick<Charge, "id" | "item">[],
): Promise<Set<string>> {
  const last = new Map<string, string>();
  for (const { id, item } of rows)
    if (item !== null && writtenAt(id) > (last.get(item) ?? "")) last.set(item, writtenAt(id));
  if (last.size === 0) return new Set();
  const changes = await tx.providerOperation.findMany({
    where: { tenantId, subscriptionId, kind: "CHANGE_PLAN", status: "SUCCEEDED" },
    select: { id: true, input: true },
  });
  const isCharged = (item: string, since: string) =>
    changes.some(({ id, input }) => {
      const { items } = ChangeByCard.parse(input);
      return writtenAt(id) > since && (items === undefined || items.includes(item));
    });
  return new Set([...last].filter(([item, since]) => !isCharged(item, since)).map(([item]) => item));
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
      ...{ item, description: nameOf(description), price, amount: left, start, end, chargeKey: key },
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
