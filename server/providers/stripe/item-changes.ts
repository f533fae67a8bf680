import type Stripe from "stripe";
import type { PriceItem } from "../port.ts";

type Change = Stripe.SubscriptionUpdateParams.Item;
type Item = Pick<Stripe.SubscriptionItem, "id" | "quantity"> & { price: { id: string } };

/**
 * The changes that turn a subscription's items into the wanted ones; empty when they are equal. Prices that stay keep their
 * item, in any order. A plan's new price (the first wanted) replaces the old price in its item, so that Stripe prorates it as
 * one change. Other prices are added, and items that are not wanted are deleted.
 */
export function itemChanges(current: Item[], wanted: PriceItem[]): Change[] {
  const [base] = wanted;
  const leaving = current.filter((item) => !wanted.some(({ priceId }) => priceId === item.price.id));
  const changes = wanted.flatMap((want): Change[] => {
    const same = current.find((item) => item.price.id === want.priceId);
    if (same) return same.quantity === want.quantity ? [] : [{ id: same.id, quantity: want.quantity }];
    const replaced = want === base ? leaving.shift() : undefined;
    return [{ ...(replaced && { id: replaced.id }), price: want.priceId, quantity: want.quantity }];
  });
  return [...changes, ...leaving.map(({ id }) => ({ id, deleted: true }))];
}
