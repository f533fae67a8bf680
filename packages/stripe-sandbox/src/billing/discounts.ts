import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { addIntervals } from "./calendar.ts";
import { share, split } from "./proration.ts";

/** A discount that applies now. */
export interface Discounting {
  id: string;
  coupon: Stripe.Coupon;
}

/**
 * Takes discounts off the lines that allow it: a percentage of each, or an amount spread over them. Those of a line itself come first
 * (SDK, SubscriptionSchedule.Phase.discounts: "Subscription item discounts are applied before subscription discounts").
 */
export function applyDiscounts(
  lines: Stripe.InvoiceLineItem[],
  discounts: Discounting[],
  ofLines: Discounting[],
): Stripe.InvoiceLineItem[] {
  let current = lines.map((line): Stripe.InvoiceLineItem => ({ ...line, discount_amounts: [] }));
  const onLine = ofLines.map((one) => ({ ...one, isOfLine: true }));
  for (const { id, coupon, isOfLine } of [
    ...onLine,
    ...discounts.map((one) => ({ ...one, isOfLine: false })),
  ]) {
    const left = current.map((line) =>
      line.discountable && line.amount > 0 && (!isOfLine || idsOf(line.discounts).includes(id))
        ? line.amount - takenOff(line)
        : 0,
    );
    const off = amountsTaken(coupon, left);
    current = current.map((line, index) => {
      const amount = off[index] ?? 0;
      if (left[index] === 0) return line;
      return { ...line, discount_amounts: [...(line.discount_amounts ?? []), { amount, discount: id }] };
    });
  }
  return current;
}

/** What a coupon takes off each of some amounts. */
export function amountsTaken(coupon: Stripe.Coupon, amounts: number[]): number[] {
  return coupon.percent_off === null
    ? amountsOff(coupon.amount_off ?? 0, amounts)
    : amounts.map((amount) => percentOff(amount, coupon));
}

/** What is taken off a line already. */
export function takenOff(line: Stripe.InvoiceLineItem): number {
  return (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

const HUNDRED_PERCENT = 1_000_000;

/** Percentages have up to four places. */
export function percentOff(amount: number, { percent_off }: Stripe.Coupon): number {
  return share(amount, Math.round((percent_off ?? 0) * 10_000), HUNDRED_PERCENT);
}

function amountsOff(amount: number, left: number[]): number[] {
  const most = left.reduce((sum, value) => sum + value, 0);
  return split(Math.min(amount, most), left);
}

/** The ids of discounts that may be expanded. */
export function idsOf(discounts: (string | { id: string })[]): string[] {
  return discounts.map((one) => (typeof one === "string" ? one : one.id));
}

/** The discounts of a subscription, an item or a line that have not ended, now or at a moment to come. */
export async function runningDiscounts(
  store: Store,
  { discounts }: { discounts: (string | { id: string })[] },
  at: number = store.now,
): Promise<Discounting[]> {
  const running: Discounting[] = [];
  for (const one of await discountsOf(store, discounts)) {
    const { end } = await store.get<Stripe.Discount>("discount", one.id);
    if (end === null || end > at) running.push(one);
  }
  return running;
}

/** Discounts with their coupons, ended ones among them. */
export async function discountsOf(
  store: Store,
  references: (string | { id: string })[],
): Promise<Discounting[]> {
  const found: Discounting[] = [];
  for (const id of idsOf(references)) {
    const { source } = await store.get<Stripe.Discount>("discount", id);
    const named = typeof source.coupon === "string" ? source.coupon : (source.coupon?.id ?? "");
    // A deleted coupon takes nothing from those who have it.
    const coupon =
      (await store.find<Stripe.Coupon>("coupon", named)) ??
      (await store.find<GoneCoupon>("deleted_coupon", named));
    if (coupon) found.push({ id, coupon: { ...coupon, object: "coupon" } });
  }
  return found;
}

type GoneCoupon = Omit<Stripe.Coupon, "object"> & { object: "deleted_coupon" };

/** A discount that applies once is used up by the first invoice; the end of a repeating one is set when it begins. */
export async function spendDiscounts(store: Store, discounts: Discounting[]): Promise<void> {
  for (const { id, coupon } of discounts) {
    if (coupon.duration !== "once") continue;
    const discount = await store.get<Stripe.Discount>("discount", id);
    store.put<Stripe.Discount>({ ...discount, end: store.now });
  }
}

/** When a discount that begins now ends; null when it runs on or is used up by one invoice. */
export function discountEnd(
  now: number,
  { duration, duration_in_months: months }: Stripe.Coupon,
): number | null {
  if (duration !== "repeating" || months === null) return null;
  return addIntervals(now, { interval: "month", interval_count: 1 }, months);
}
