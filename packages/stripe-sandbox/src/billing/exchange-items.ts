import type Stripe from "stripe";
import type { Debit } from "../due.ts";
import { makeItem } from "../objects/subscription.ts";
import type { Store } from "../store.ts";
import { periodEnd, wholePeriod } from "./calendar.ts";
import { type Discounting, idsOf } from "./discounts.ts";
import { amountOf, fullLine, type LineFacts, ofItem, productName, trialLine } from "./lines.ts";
import { lessDiscounts } from "./prorated-discounts.ts";
import { remainder } from "./proration.ts";
import { withItems } from "./subscriptions.ts";

/** An item that is changed, added (no id) or taken away. */
export interface ItemChange {
  id: string | null;
  /** Null takes the item away. */
  price: Stripe.Price | null;
  quantity: number;
  metadata: Stripe.Metadata;
  /** Its discounts from now on; undefined: those that it has. */
  discounts?: string[] | undefined;
}

export interface Exchange {
  changes: ItemChange[];
  /** The moment from which is prorated. */
  at: number;
  /** Begin a new period now, as `billing_cycle_anchor: now` wants it. */
  isAnchoredAnew: boolean;
  /** Begin a trial or move its end; "now" ends it. */
  trialEnd: number | "now" | null;
  isProrated: boolean;
  discounts: Discounting[];
}

export interface Exchanged {
  moved: Stripe.Subscription;
  /** What the change gives back and takes for the rest of the period. */
  prorations: LineFacts[];
  /** The whole period that begins now, when one does. */
  period: LineFacts[];
  /** What the items remain charged for, without the lines above. */
  debits: Debit[];
}

/**
 * The subscription with its items exchanged, and what that costs. For the rest of the period what was charged is given back
 * and the new price taken, to the second, each line rounded by itself: https://docs.stripe.com/billing/subscriptions/prorations.
 * Another interval, the first price that is not free, or the end of a trial begins a new period now. Nothing is written.
 */
export async function exchange(
  store: Store,
  subscription: Stripe.Subscription,
  debits: Debit[],
  how: Exchange,
): Promise<Exchanged> {
  const before = subscription.items.data;
  const items = exchangedItems(store, subscription, how.changes);
  const isTrial = subscription.status === "trialing" && how.trialEnd !== "now";
  const startsTrial = typeof how.trialEnd === "number";
  const endsTrial = subscription.status === "trialing" && how.trialEnd === "now";
  const isReset =
    endsTrial || (!isTrial && !startsTrial && (how.isAnchoredAnew || startsAnew(before, items)));
  const touched = new Set(before.filter((item) => isTouched(item, items)).map(({ id }) => id));
  const ending = (item: string) => isReset || (startsTrial && !isTrial) || touched.has(item);
  const credits = how.isProrated
    ? await creditLines(
        store,
        before,
        debits.filter(({ item }) => ending(item)),
        how.at,
      )
    : [];
  // SubscriptionResource.update in the SDK, of none where the billing date is reset: "we don't generate any credits for the old
  // subscription's unused time". We read that of later changes, too.
  const stays = debits.filter(({ item }) =>
    how.isProrated ? !ending(item) : !isReset && items.some(({ id }) => id === item),
  );
  if (startsTrial) {
    const end = Number(how.trialEnd);
    const moved = trialing(store, subscription, items, end);
    return {
      moved,
      prorations: credits,
      period: isTrial ? [] : await all(moved, (item) => trialLine(store, item)),
      debits: stays,
    };
  }
  if (isReset) {
    const moved = anew(store, subscription, items, endsTrial);
    return {
      moved,
      prorations: credits,
      period: await all(moved, (item) => fullLine(store, item)),
      debits: stays,
    };
  }
  const fresh = items.filter((item) => !before.some((old) => old.id === item.id && isSame(old, item)));
  const anchor = subscription.billing_cycle_anchor;
  const debit = (item: Stripe.SubscriptionItem) => debitLine(store, { item, items, anchor }, how);
  const charged = how.isProrated && !isTrial ? await all(fresh, debit) : [];
  return {
    moved: withItems(subscription, items),
    prorations: [...credits, ...charged],
    period: [],
    debits: stays,
  };
}

function all<T>(
  of: Stripe.Subscription | Stripe.SubscriptionItem[],
  make: (item: Stripe.SubscriptionItem) => Promise<T>,
): Promise<T[]> {
  return Promise.all((Array.isArray(of) ? of : of.items.data).map(make));
}

function exchangedItems(
  store: Store,
  subscription: Stripe.Subscription,
  changes: ItemChange[],
): Stripe.SubscriptionItem[] {
  const items = subscription.items.data;
  const [first] = items;
  const kept = items.flatMap((item) => {
    const change = changes.find(({ id }) => id === item.id);
    if (!change) return [item];
    const { price, quantity, metadata, discounts = idsOf(item.discounts) } = change;
    const period = { start: item.current_period_start, end: item.current_period_end };
    return price
      ? [
          makeItem(item.created, {
            id: item.id,
            subscription: subscription.id,
            price,
            quantity,
            metadata,
            discounts,
            ...period,
          }),
        ]
      : [];
  });
  const added = changes.flatMap(({ id, price, quantity, metadata, discounts }) => {
    if (id !== null || !price) return [];
    const period = {
      start: first?.current_period_start ?? store.now,
      end: first?.current_period_end ?? store.now,
    };
    const facts = { subscription: subscription.id, price, quantity, metadata, discounts };
    return [makeItem(store.now, { ...facts, ...period })];
  });
  return [...kept, ...added];
}

function isSame(a: Stripe.SubscriptionItem, b: Stripe.SubscriptionItem): boolean {
  return a.price.id === b.price.id && a.quantity === b.quantity;
}

/** Whether an item is gone, or costs something else. */
function isTouched(item: Stripe.SubscriptionItem, after: Stripe.SubscriptionItem[]): boolean {
  const next = after.find(({ id }) => id === item.id);
  return !next || !isSame(item, next);
}

function startsAnew(before: Stripe.SubscriptionItem[], after: Stripe.SubscriptionItem[]): boolean {
  const interval = ([item]: Stripe.SubscriptionItem[]) =>
    `${item?.price.recurring?.interval}:${item?.price.recurring?.interval_count}`;
  const isFree = (items: Stripe.SubscriptionItem[]) => items.every((item) => amountOf(item) === 0);
  return interval(before) !== interval(after) || (isFree(before) && !isFree(after));
}

/** Gives back what is left of each charge. */
async function creditLines(
  store: Store,
  items: Stripe.SubscriptionItem[],
  debits: Debit[],
  at: number,
): Promise<LineFacts[]> {
  const lines: LineFacts[] = [];
  for (const { item: id, amount, start, end, invoice, line } of debits) {
    const item = items.find((candidate) => candidate.id === id);
    if (!item || end <= at || amount === 0) continue;
    const credited = invoice !== null && line !== null ? { invoice, invoice_line_items: [line] } : null;
    const description = `Unused time on ${await nameOf(store, item)} after ${dateOf(at)}`;
    const period = { start: Math.max(at, start), end };
    lines.push({
      ...prorated(item),
      amount: -remainder(amount, { start, end }, at),
      description,
      period,
      credited,
    });
  }
  return lines;
}

async function debitLine(
  store: Store,
  {
    item,
    items,
    anchor,
  }: { item: Stripe.SubscriptionItem; items: Stripe.SubscriptionItem[]; anchor: number },
  { at, discounts }: Exchange,
): Promise<LineFacts> {
  const period = { start: item.current_period_start, end: item.current_period_end };
  // A period that began before the anchor is shorter than what its price is for.
  const { recurring } = item.price;
  const span = recurring && period.start < anchor ? wholePeriod(recurring, period.end) : period;
  const part = { item, amount: remainder(amountOf(item), span, at) };
  const amount = await lessDiscounts(store, part, discounts, items);
  const description = `Remaining time on ${await nameOf(store, item)} after ${dateOf(at)}`;
  return { ...prorated(item), amount, description, period: { start: at, end: period.end } };
}

function prorated(item: Stripe.SubscriptionItem) {
  return { ...ofItem(item), isProration: true, isDiscountable: false };
}

async function nameOf(store: Store, item: Stripe.SubscriptionItem): Promise<string> {
  const name = await productName(store, item.price);
  return (item.quantity ?? 1) === 1 ? name : `${item.quantity} × ${name}`;
}

function dateOf(at: number): string {
  const options = { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Date(at * 1000).toLocaleDateString("en-GB", options);
}

/** The subscription with a period that begins now. */
function anew(
  store: Store,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  endsTrial: boolean,
): Stripe.Subscription {
  const data = items.map((item) => {
    const end = item.price.recurring
      ? periodEnd(store.now, item.price.recurring, store.now)
      : item.current_period_end;
    return { ...item, current_period_start: store.now, current_period_end: end };
  });
  const ended = endsTrial ? { trial_end: store.now, status: "active" as const } : {};
  return { ...withItems(subscription, data), billing_cycle_anchor: store.now, ...ended };
}

/** The subscription in a trial that ends then; the first paid period begins there. */
function trialing(
  store: Store,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  end: number,
): Stripe.Subscription {
  const isExtended = subscription.status === "trialing";
  const data = items.map((item) => ({
    ...item,
    current_period_start: isExtended ? item.current_period_start : store.now,
    current_period_end: end,
  }));
  return {
    ...withItems(subscription, data),
    status: "trialing",
    trial_start: isExtended ? subscription.trial_start : store.now,
    trial_end: end,
    billing_cycle_anchor: end,
  };
}
