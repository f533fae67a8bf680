import type Stripe from "stripe";
import { emit } from "../events.ts";
import { makeItem } from "../objects/subscription.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { withItems } from "./subscriptions.ts";

/** The schedule that rules a subscription; null when none does. */
export async function scheduleOf(
  store: Store,
  { schedule }: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule | null> {
  const id = typeof schedule === "string" ? schedule : (schedule?.id ?? null);
  return id === null ? null : store.find<Stripe.SubscriptionSchedule>("subscription_schedule", id);
}

/** What a schedule rules cannot be changed beside it. */
export function refuseRuled({ schedule }: Stripe.Subscription): void {
  if (schedule === null) return;
  throw invalid(
    `The subscription is managed by the subscription schedule \`${String(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

/**
 * The subscription as the phase that begins at a period's start wants it: its items without proration, since a whole period is
 * billed from there; another interval begins with it. Unchanged when no phase begins.
 */
export async function enterPhase(
  store: Store,
  subscription: Stripe.Subscription,
  start: number,
): Promise<Stripe.Subscription> {
  const schedule = await scheduleOf(store, subscription);
  const phase = schedule?.phases.find(({ start_date, end_date }) => start_date <= start && start < end_date);
  if (!schedule || !phase) return schedule ? finish(store, schedule, subscription, start) : subscription;
  if (schedule.current_phase?.start_date === phase.start_date) return subscription;
  const current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  const moved = store.put<Stripe.SubscriptionSchedule>({ ...schedule, current_phase });
  await emit(store, "subscription_schedule.updated", moved, schedule);
  const items: Stripe.SubscriptionItem[] = [];
  for (const { price: priceId, quantity = 1 } of phase.items) {
    const price = await store.get<Stripe.Price>("price", String(priceId));
    const old = subscription.items.data[items.length];
    const facts = { subscription: subscription.id, price, quantity, metadata: {}, start, end: start };
    items.push(makeItem(old?.created ?? store.now, { id: old?.id, ...facts }));
  }
  const interval = (data: Stripe.SubscriptionItem[]) => data[0]?.price.recurring?.interval;
  const anchor =
    interval(items) === interval(subscription.items.data) ? subscription.billing_cycle_anchor : start;
  return { ...withItems(subscription, items), billing_cycle_anchor: anchor };
}

/** Past its last phase a schedule lets the subscription go. */
async function finish(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  subscription: Stripe.Subscription,
  start: number,
): Promise<Stripe.Subscription> {
  if (schedule.phases.some(({ end_date }) => end_date > start)) return subscription;
  await release(store, schedule);
  return { ...subscription, schedule: null };
}

/** The schedule ends, the subscription stays as it is. */
export async function release(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<Stripe.SubscriptionSchedule> {
  const released = store.put<Stripe.SubscriptionSchedule>({
    ...schedule,
    status: "released",
    released_at: store.now,
    released_subscription: String(schedule.subscription),
    subscription: null,
    current_phase: null,
  });
  await emit(store, "subscription_schedule.released", released);
  return released;
}

/** The subscription is over, and its schedule with it. */
export async function endSchedule(store: Store, schedule: Stripe.SubscriptionSchedule): Promise<void> {
  const canceled = store.put<Stripe.SubscriptionSchedule>({
    ...schedule,
    status: "canceled",
    canceled_at: store.now,
    current_phase: null,
  });
  await emit(store, "subscription_schedule.canceled", canceled);
}
