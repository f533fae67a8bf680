import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { amountsTaken, type Discounting, percentOff, runningDiscounts } from "./discounts.ts";
import { amountOf } from "./lines.ts";
import { share } from "./proration.ts";

/** What is prorated of an item's price. */
export interface ProratedPart {
  item: Stripe.SubscriptionItem;
  /** The part of its price, without discounts. */
  amount: number;
}

/**
 * A prorated amount less its discounts. Prorations "reflect prices after the discount change"
 * (https://docs.stripe.com/billing/subscriptions/prorations, "Discount changes and prorations"), whichever kind a discount is of. No source
 * says how much of an amount they reflect: here the same part as of the price, and of all items that the discount is of.
 */
export async function lessDiscounts(
  store: Store,
  { item, amount }: ProratedPart,
  discounts: Discounting[],
  items: Stripe.SubscriptionItem[],
): Promise<number> {
  const prices: number[] = [];
  for (const one of items) {
    const price = amountOf(one);
    prices.push(less(price, await runningDiscounts(store, one), { prices: [price], index: 0 }));
  }
  const own = { prices: [amountOf(item)], index: 0 };
  const left = less(amount, await runningDiscounts(store, item), own);
  return less(left, discounts, { prices, index: items.findIndex(({ id }) => id === item.id) });
}

/** A part of a price less the same part of what discounts take off the price, which they share with others. */
function less(
  part: number,
  discounts: Discounting[],
  { prices, index }: { prices: number[]; index: number },
): number {
  const price = prices[index] ?? 0;
  if (price === 0) return part;
  let [left, rest] = [part, prices];
  for (const { coupon } of discounts) {
    const off = amountsTaken(coupon, rest);
    left -= coupon.percent_off === null ? share(off[index] ?? 0, part, price) : percentOff(left, coupon);
    rest = rest.map((amount, place) => amount - (off[place] ?? 0));
  }
  return Math.max(0, left);
}
