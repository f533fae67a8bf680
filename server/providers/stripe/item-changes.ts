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
  const kept = keptItems(current, wanted);
  const changes = wanted.flatMap((want, index): Change[] => {
    const old = kept[index];
    if (old?.price.id === want.priceId)
      return old.quantity === want.quantity ? [] : [{ id: old.id, quantity: want.quantity }];
    return [{ ...(old && { id: old.id }), price: want.priceId, quantity: want.quantity }];
  });
  const leaving = current.filter((item) => !kept.includes(item));
  return [...changes, ...leaving.map(({ id }) => ({ id, deleted: true }))];
}

/**
 * The same for a change that may wait for its payment, where an item can get another price and quantity, and cannot be deleted
 * (https://docs.stripe.com/billing/subscriptions/pending-updates-reference): its quantity becomes 0.
 */
export function pendingItemChanges(current: Item[], wanted: PriceItem[]): Change[] {
  return itemChanges(current, wanted).map(({ deleted, ...change }) =>
    deleted ? { ...change, quantity: 0 } : change,
  );
}

/** Whether the items are the wanted ones, apart from those that a change left with the quantity 0. */
export function isOfItems(current: Item[], wanted: PriceItem[]): boolean {
  const counting = current.filter(({ quantity }) => quantity !== 0);
  return itemChanges(counting, wanted).length === 0;
}

/** The item that each wanted price keeps, or takes the place of; undefined: a new item. */
export function keptItems<T extends Item>(current: T[], wanted: PriceItem[]): (T | undefined)[] {
  const replaced = current.find((item) => !wanted.some(({ priceId }) => priceId === item.price.id));
  return wanted.map(
    ({ priceId }, index) =>
      current.find((item) => item.price.id === priceId) ?? (index === 0 ? replaced : undefined),
  );
}
