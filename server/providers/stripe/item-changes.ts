import type Stripe from "stripe";
import type { PriceItem } from "../port.ts";

type Change = Stripe.SubscriptionUpdateParams.Item;
type Item = Pick<Stripe.SubscriptionItem, "id" | "quantity"> & { price: { id: string } };

/**
 * What to tell Stripe so that a subscription's items become the wanted ones; nothing when they are already. Prices that stay
 * keep their item, whatever order Stripe lists them in. A plan's new price (the first wanted) takes over the item of the old
 * one, so that Stripe prorates it as one change; other prices are added, and what is not wanted is deleted.
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
