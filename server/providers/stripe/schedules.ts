import type Stripe from "stripe";
import type { PriceItem, ProviderChange, ProviderSchedule, ProviderSubscription } from "../port.ts";
import { isMissing } from "./errors.ts";
import { isOfItems, itemChanges, keptItems } from "./item-changes.ts";
import { repeatPhase, reusing, termsOf } from "./repeat-phase.ts";
import { itemsOf, moment, viewSubscription } from "./subscription-view.ts";

/** How often a change is tried that meets the end of a period. */
const MAX_TRIES = 3;

/**
 * Changes the prices at the end of the current period: a schedule with two phases that releases the subscription afterwards
 * (https://docs.stripe.com/billing/subscriptions/subscription-schedules). The renewal's invoice then has only the new prices.
 * An earlier schedule is released first, so that a retry after a crash leaves exactly one. Each phase repeats the terms of the
 * subscription that no price decides, because a phase is the whole of what counts in it.
 *
 * Returns when the new prices begin, as the schedule has it. Where the subscription has them already, as after a retry past the renewal,
 * that is when its period began. A period that ends meanwhile has the change scheduled for the end of the next one.
 */
export async function scheduleChange(
  stripe: Stripe,
  wanted: Pick<ProviderChange, "id" | "items">,
  tries = MAX_TRIES,
): Promise<Date> {
  const { id } = wanted;
  await releaseSchedule(stripe, id);
  const before = await stripe.subscriptions.retrieve(id);
  const period = await periodOf(stripe, before);
  // A trial has charged nothing yet: the first charge at its end uses the new prices.
  const isTrial = before.status === "trialing";
  if (isTrial && (await exchangeInTrial(stripe, before, wanted.items))) return moment(period.end);
  if (!isTrial && isOfItems(await itemsOf(stripe, before), wanted.items)) return moment(period.start);
  try {
    if (!isTrial) return await addSchedule(stripe, wanted);
  } catch (error) {
    // The schedule is over with the period that it was made in, or a phase of it would be.
    const after = await periodOf(stripe, await stripe.subscriptions.retrieve(id));
    if (tries <= 1 || after.end === period.end) throw error;
  }
  return scheduleChange(stripe, wanted, tries - 1);
}

/** The schedule of scheduleChange; when its last phase begins. */
async function addSchedule(
  stripe: Stripe,
  { id, items: wanted }: Pick<ProviderChange, "id" | "items">,
): Promise<Date> {
  const price = await stripe.prices.retrieve(wanted[0]?.priceId ?? "");
  const interval = price.recurring?.interval ?? "month";
  // Without an idempotency key: a replay would return the schedule that was just released.
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  // Read when the schedule is there: a card that the subscription gets later is given to the schedule, too (chargeTo).
  const subscription = await stripe.subscriptions.retrieve(id);
  const items = (await itemsOf(stripe, subscription)).filter(({ quantity }) => quantity !== 0);
  const period = await periodOf(stripe, subscription);
  // The phase is of the period in which the schedule was made; Stripe refuses one that has ended.
  const { start_date, end_date } = schedule.current_phase ?? {
    start_date: period.start,
    end_date: period.end,
  };
  const now = items.map((item) => ({ priceId: item.price.id, quantity: item.quantity ?? 1 }));
  const toPhaseItems = (prices: PriceItem[]) =>
    prices.map((price, index) => toPhaseItem(price, keptItems(items, prices)[index]));
  const terms = termsOf(subscription);
  const { phases } = await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      { ...terms, items: toPhaseItems(now), start_date, end_date },
      {
        ...terms,
        items: toPhaseItems(wanted),
        proration_behavior: "none",
        duration: { interval: interval as "month", interval_count: 1 },
      },
    ],
  });
  await followCard(stripe, subscription);
  return moment(phases.at(-1)?.start_date ?? end_date);
}

/** The period that the items carry; seconds since 1970. */
async function periodOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<{ start: number; end: number }> {
  const [first] = await itemsOf(stripe, subscription);
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
}

/**
 * Replaces the prices of a trial. False where it ended meanwhile: its first invoice is of the prices that it had, and the subscription has
 * them again.
 */
async function exchangeInTrial(
  stripe: Stripe,
  trial: Stripe.Subscription,
  wanted: PriceItem[],
): Promise<boolean> {
  const had = (await itemsOf(stripe, trial)).filter(({ quantity }) => quantity !== 0);
  const changed = await exchangeItems(stripe, trial, wanted);
  if (changed.status === "trialing") return true;
  const back = had.map(({ price, quantity }) => ({ priceId: price.id, quantity: quantity ?? 1 }));
  await exchangeItems(stripe, changed, back);
  return false;
}

/**
 * The phases name the card that the subscription had when it was read. Where it was charged to another one since, by a call at once with
 * this one, that call may have written its card before the phases came: then it is written again.
 */
async function followCard(stripe: Stripe, { id, metadata: known }: Stripe.Subscription): Promise<void> {
  const { metadata } = await stripe.subscriptions.retrieve(id);
  const card = metadata.usher_card;
  if (card !== undefined && card !== known.usher_card) await chargeTo(stripe, id, card);
}

/**
 * Charges a subscription to this payment method from now on, also in the phases of its schedule that are still to come: each makes the
 * payment method that it names the subscription's when it begins (SDK, SubscriptionScheduleUpdateParams.Phase.default_payment_method).
 */
export async function chargeTo(stripe: Stripe, id: string, paymentMethodId: string): Promise<void> {
  const params = { default_payment_method: paymentMethodId };
  // There followCard finds it: a phase adds its metadata to the subscription's and leaves what it does not name ("adding new keys and
  // replacing existing keys", the SDK on SubscriptionScheduleUpdateParams.Phase.metadata).
  const metadata = { usher_card: paymentMethodId };
  const subscription = await stripe.subscriptions.update(id, { ...params, metadata });
  if (subscription.schedule === null) return;
  const schedule = await stripe.subscriptionSchedules.retrieve(idOf(subscription.schedule) ?? "");
  const { current_phase: current, phases } = schedule;
  // It has ended meanwhile: the subscription goes on as it is.
  if (current === null) return;
  const live = new Set([
    ...subscription.discounts.map(idOf),
    ...(await itemsOf(stripe, subscription)).flatMap(({ discounts }) => discounts.map(idOf)),
  ]);
  const open = phases.filter(({ start_date }) => start_date >= current.start_date);
  try {
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: open.map((phase) => {
        const isRunning = phase.start_date === current.start_date;
        return { ...repeatPhase(phase, { live, isRunning }), ...params };
      }),
      proration_behavior: "none",
    });
  } catch (error) {
    // Released, or at its end, since it was read.
    if ((await stripe.subscriptions.retrieve(id)).schedule !== null) throw error;
    await stripe.subscriptions.update(id, params);
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
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

/** Releases the subscription from its schedule; on trial the given items are restored. Returns the subscription after it. */
export async function dropScheduledChange(
  stripe: Stripe,
  { id, items }: Pick<ProviderChange, "id" | "items">,
): Promise<ProviderSubscription> {
  await releaseSchedule(stripe, id);
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.status !== "trialing") return viewSubscription(stripe, subscription);
  await exchangeInTrial(stripe, subscription, items);
  return viewSubscription(stripe, await stripe.subscriptions.retrieve(id));
}

/** Replaces the prices without proration. Returns the subscription after it. */
export async function exchangeItems(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  wanted: PriceItem[],
): Promise<Stripe.Subscription> {
  const items = itemChanges(await itemsOf(stripe, subscription), wanted);
  if (items.length === 0) return subscription;
  return stripe.subscriptions.update(subscription.id, { items, proration_behavior: "none" });
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
        startsAt: moment(start_date),
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
