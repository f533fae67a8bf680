import type Stripe from "stripe";
import { fullLine } from "./billing.ts";
import { periodEnd } from "./calendar.ts";
import type { LineFacts } from "./objects/invoice.ts";
import { makeItem } from "./objects/subscription.ts";
import { remainder } from "./proration.ts";
import type { Store } from "./store.ts";
import { invalid } from "./wire/failure.ts";

interface Change {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
}

/**
 * The subscription with its items exchanged at a moment, and the lines of what that costs: for the rest of the period the
 * old price is given back and the new one taken, each line rounded by itself. Another interval, or the first price that is
 * not free, begins a new period now, as https://docs.stripe.com/billing/subscriptions/prorations says. A trial costs nothing.
 */
export async function exchange(
  store: Store,
  subscription: Stripe.Subscription,
  changes: Change[],
  at: number,
) {
  const current = subscription.items.data;
  const kept = new Map(current.map((item) => [item.id, item]));
  const isTrial = subscription.status === "trialing";
  const lines: LineFacts[] = [];
  for (const change of changes) {
    const old = change.id === undefined ? undefined : kept.get(change.id);
    if (change.id !== undefined && !old)
      throw invalid(`Invalid item id: ${change.id}.`, { code: "resource_missing", param: "items[0][id]" });
    const next = change.deleted ? null : await nextItem(store, subscription, old, change);
    if (!isTrial) lines.push(...linesOf(old, next, at));
    if (old) kept.delete(old.id);
    if (next) kept.set(next.id, next);
  }
  const items = [
    ...current.flatMap((item) => kept.get(item.id) ?? []),
    ...[...kept.values()].filter((item) => !current.some(({ id }) => id === item.id)),
  ];
  const isReset = !isTrial && startsAnew(current, items);
  const start = isReset ? at : undefined;
  const data = start === undefined ? items : items.map((item) => anew(item, start));
  const anchored = start === undefined ? subscription : { ...subscription, billing_cycle_anchor: start };
  const moved: Stripe.Subscription = { ...anchored, items: { ...subscription.items, data } };
  if (!isReset) return { moved, lines };
  const credits = current.flatMap((item) => creditLine(item, at));
  return { moved, lines: [...credits, ...data.map(fullLine)] };
}

async function nextItem(
  store: Store,
  subscription: Stripe.Subscription,
  old: Stripe.SubscriptionItem | undefined,
  change: Change,
) {
  const price = change.price
    ? await store.get<Stripe.Price>("price", change.price, "items[0][price]")
    : old?.price;
  if (!price)
    throw invalid("Missing required param: items[0][price].", {
      code: "parameter_missing",
      param: "items[0][price]",
    });
  if (price.currency !== subscription.currency)
    throw invalid("The price's currency differs from the subscription's.", { param: "items[0][price]" });
  const [first] = subscription.items.data;
  const start = old?.current_period_start ?? first?.current_period_start ?? store.now;
  const end = old?.current_period_end ?? first?.current_period_end ?? store.now;
  const quantity = change.quantity ?? old?.quantity ?? 1;
  return makeItem(old?.created ?? store.now, {
    ...(old && { id: old.id }),
    subscription: subscription.id,
    price,
    quantity,
    start,
    end,
  });
}

function amountOf(item: Stripe.SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

function linesOf(
  old: Stripe.SubscriptionItem | undefined,
  next: Stripe.SubscriptionItem | null,
  at: number,
): LineFacts[] {
  return [...(old ? creditLine(old, at) : []), ...(next ? debitLine(next, at) : [])];
}

function creditLine(item: Stripe.SubscriptionItem, at: number): LineFacts[] {
  const period = { start: item.current_period_start, end: item.current_period_end };
  const amount = remainder(-amountOf(item), period, at);
  return [
    {
      amount,
      description: `Unused time on ${item.price.nickname ?? item.price.id}`,
      start: at,
      end: period.end,
      quantity: item.quantity ?? 1,
      item,
      isProration: true,
    },
  ];
}

function debitLine(item: Stripe.SubscriptionItem, at: number): LineFacts[] {
  const period = { start: item.current_period_start, end: item.current_period_end };
  const amount = remainder(amountOf(item), period, at);
  return [
    {
      amount,
      description: `Remaining time on ${item.price.nickname ?? item.price.id}`,
      start: at,
      end: period.end,
      quantity: item.quantity ?? 1,
      item,
      isProration: true,
    },
  ];
}

function startsAnew(before: Stripe.SubscriptionItem[], after: Stripe.SubscriptionItem[]): boolean {
  const [old] = before;
  const [next] = after;
  const interval = (item: Stripe.SubscriptionItem | undefined) =>
    `${item?.price.recurring?.interval}×${item?.price.recurring?.interval_count}`;
  const wasFree = before.every((item) => amountOf(item) === 0);
  return interval(old) !== interval(next) || (wasFree && after.some((item) => amountOf(item) > 0));
}

function anew(item: Stripe.SubscriptionItem, start: number): Stripe.SubscriptionItem {
  const end = item.price.recurring ? periodEnd(start, item.price.recurring, start) : item.current_period_end;
  return { ...item, current_period_start: start, current_period_end: end };
}
