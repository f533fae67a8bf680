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
 * For an item without a charge of ours, the card provider has charged the whole period, where its lines for the moment are owed: the
 * subscription was moved. `items` are what it pays for each period now; the result is in their order.
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
  const ours = chargesInForce(rows);
  const owed = await findOwed(
    tx,
    scope,
    ours.flatMap(({ chargeKey }) => chargeKey ?? []),
  );
  const charged = ours.filter(({ chargeKey }) => chargeKey !== null && owed.has(chargeKey));
  const known = new Set(rows.map(({ item }) => item));
  const moved = items.filter(({ item, amount }) => amount > 0n && !known.has(item));
  if (moved.length > 0 && (await isOwedAt(tx, scope, id, at, end)))
    charged.push(...moved.map((one) => ({ ...one, price: one.amount, start, end, chargeKey: null })));
  return items.flatMap(({ item }) => charged.find((one) => one.item === item) ?? []);
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
