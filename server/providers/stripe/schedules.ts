import type Stripe from "stripe";
import type { PriceItem, ProviderChange, ProviderSchedule } from "../port.ts";
import { isMissing } from "./errors.ts";
import { itemChanges, keptItems } from "./item-changes.ts";
import { itemsOf } from "./subscription-view.ts";

/**
 * Changes the prices at the end of the current period: a schedule with two phases that releases the subscription afterwards
 * (https://docs.stripe.com/billing/subscriptions/subscription-schedules). The renewal's invoice then has only the new prices.
 * An earlier schedule is released first, so that a retry after a crash leaves exactly one. Each phase repeats the terms of the
 * subscription that no price decides, because a phase is the whole of what counts in it.
 */
export async function scheduleChange(
  stripe: Stripe,
  { id, items: wanted }: Pick<ProviderChange, "id" | "items">,
): Promise<void> {
  await releaseSchedule(stripe, id);
  const subscription = await stripe.subscriptions.retrieve(id);
  // A trial has charged nothing yet: the first charge at its end uses the new prices.
  if (subscription.status === "trialing") return exchangeItems(stripe, subscription, wanted);
  const items = (await itemsOf(stripe, subscription)).filter(({ quantity }) => quantity !== 0);
  const [first] = items;
  if (!first) return;
  const price = await stripe.prices.retrieve(wanted[0]?.priceId ?? "");
  const interval = price.recurring?.interval ?? "month";
  // Without an idempotency key: a replay would return the schedule that was just released.
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const now = items.map((item) => ({ priceId: item.price.id, quantity: item.quantity ?? 1 }));
  const toPhaseItems = (prices: PriceItem[]) =>
    prices.map((price, index) => toPhaseItem(price, keptItems(items, prices)[index]));
  const start = schedule.current_phase?.start_date ?? first.current_period_start;
  const terms = termsOf(subscription);
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      { ...terms, items: toPhaseItems(now), start_date: start, end_date: first.current_period_end },
      {
        ...terms,
        items: toPhaseItems(wanted),
        proration_behavior: "none",
        duration: { interval: interval as "month", interval_count: 1 },
      },
    ],
  });
}

/**
 * The subscription's terms, for a phase that keeps them. One without `discounts` inherits the customer's, one without
 * `default_payment_method` is charged to the customer's, and its tax rates become the subscription's (SDK,
 * SubscriptionScheduleUpdateParams.Phase). That it keeps automatic tax by itself is not documented.
 */
function termsOf(subscription: Stripe.Subscription) {
  const { automatic_tax, default_payment_method: method, default_tax_rates: rates } = subscription;
  return {
    discounts: reusing(subscription.discounts),
    ...(method !== null && { default_payment_method: typeof method === "string" ? method : method.id }),
    ...(rates && rates.length > 0 && { default_tax_rates: rates.map(({ id }) => id) }),
    ...(automatic_tax.enabled && { automatic_tax: { enabled: true } }),
  };
}

/** Discounts by id, so that those that end go on ending when they would (SDK, Phase.Discount.discount); "" inherits none. */
function reusing(discounts: (string | { id: string })[]) {
  if (discounts.length === 0) return "" as const;
  return discounts.map((one) => ({ discount: typeof one === "string" ? one : one.id }));
}

/** A price with what the item has that it takes the place of. */
function toPhaseItem({ priceId, quantity }: PriceItem, kept: Stripe.SubscriptionItem | undefined) {
  return {
    price: priceId,
    quantity,
    ...(kept && kept.discounts.length > 0 && { discounts: reusing(kept.discounts) }),
    ...(kept?.tax_rates && kept.tax_rates.length > 0 && { tax_rates: kept.tax_rates.map(({ id }) => id) }),
  };
}

/** Releases the subscription from its schedule; on trial the given items are restored. */
export async function dropScheduledChange(
  stripe: Stripe,
  { id, items }: Pick<ProviderChange, "id" | "items">,
): Promise<void> {
  await releaseSchedule(stripe, id);
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.status === "trialing") await exchangeItems(stripe, subscription, items);
}

/** Replaces the prices without proration. */
export async function exchangeItems(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  wanted: PriceItem[],
): Promise<void> {
  const items = itemChanges(await itemsOf(stripe, subscription), wanted);
  if (items.length === 0) return;
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: "none" });
}

/** Releases the subscription from its schedule, if it has one; the subscription does not change. */
export async function releaseSchedule(stripe: Stripe, id: string): Promise<void> {
  const { schedule } = await stripe.subscriptions.retrieve(id);
  if (schedule === null) return;
  try {
    await stripe.subscriptionSchedules.release(typeof schedule === "string" ? schedule : schedule.id);
  } catch (error) {
    // The schedule has ended in the meantime.
    const after = await stripe.subscriptions.retrieve(id);
    if (after.schedule !== null && !isMissing(error)) throw error;
  }
}

/** The remaining phases of a schedule and whether it ends the subscription: `phases`, `end_behavior` (SDK, SubscriptionSchedule). */
export async function readSchedule(stripe: Stripe, id: string): Promise<ProviderSchedule | null> {
  try {
    const { phases, current_phase: current, end_behavior } = await stripe.subscriptionSchedules.retrieve(id);
    const coming = phases.filter(({ start_date }) => current !== null && start_date > current.start_date);
    return {
      coming: coming.map(({ start_date, items }) => ({
        startsAt: new Date(start_date * 1000),
        items: items.map(({ price, quantity }) => ({
          priceId: typeof price === "string" ? price : price.id,
          quantity: quantity ?? 1,
        })),
      })),
      endsSubscription: end_behavior === "cancel",
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
