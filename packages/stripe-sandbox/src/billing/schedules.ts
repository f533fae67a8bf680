import type Stripe from "stripe";
import { emit } from "../events.ts";
import { makeItem } from "../objects/subscription.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { mergeMetadata } from "../wire/read.ts";
import { discountsOfPhase, withPhaseTerms } from "./phase-terms.ts";
import { withItems } from "./subscriptions.ts";

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Stripe.SubscriptionSchedule.Phase;

/** The schedule that rules a subscription; null when none does. */
export async function scheduleOf(store: Store, { schedule }: Stripe.Subscription): Promise<Schedule | null> {
  const id = typeof schedule === "string" ? schedule : (schedule?.id ?? null);
  return id === null ? null : store.find<Schedule>("subscription_schedule", id);
}

/** What a schedule rules cannot be changed beside it. */
export function refuseRuled({ schedule }: Stripe.Subscription): void {
  if (schedule === null) return;
  throw invalid(
    `The subscription is managed by the subscription schedule \`${String(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

/** The phase that runs at a moment. */
export function phaseAt({ phases }: Schedule, moment: number): Phase | undefined {
  return phases.find(({ start_date, end_date }) => start_date <= moment && moment < end_date);
}

/** Whether all phases have passed. */
export function isPassed({ phases }: Schedule, moment: number): boolean {
  return phases.every(({ end_date }) => end_date <= moment);
}

/** Makes a phase the one that runs. */
export async function beginPhase(store: Store, schedule: Schedule, phase: Phase): Promise<Schedule> {
  const current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  const moved = store.put<Schedule>({ ...schedule, current_phase });
  await emit(store, "subscription_schedule.updated", moved, schedule);
  return moved;
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
  if (!schedule) return subscription;
  const phase = phaseAt(schedule, start);
  if (!phase) {
    if (!isPassed(schedule, start)) return subscription;
    await release(store, schedule);
    return { ...subscription, schedule: null };
  }
  if (schedule.current_phase?.start_date === phase.start_date) return subscription;
  const moved = await beginPhase(store, schedule, phase);
  const ruled = await withPhaseTerms(store, subscription, moved, phase, { isNext: true });
  const items: Stripe.SubscriptionItem[] = [];
  for (const wanted of phase.items) {
    const { price: priceId, quantity = 1, metadata } = wanted;
    const price = await store.get<Stripe.Price>("price", String(priceId));
    const old = subscription.items.data[items.length];
    const merged = mergeMetadata(old?.metadata ?? null, metadata ?? {});
    const discounts = await discountsOfPhase(store, subscription, wanted, { present: [] });
    const facts = { subscription: subscription.id, price, quantity, metadata: merged, discounts };
    items.push(makeItem(old?.created ?? store.now, { id: old?.id, ...facts, start, end: start }));
  }
  const interval = (data: Stripe.SubscriptionItem[]) => data[0]?.price.recurring?.interval;
  const isKept =
    interval(items) === interval(subscription.items.data) && phase.billing_cycle_anchor !== "phase_start";
  const anchor = isKept ? subscription.billing_cycle_anchor : start;
  return { ...withItems(ruled, items), billing_cycle_anchor: anchor };
}

/** The schedule ends, the subscription stays as it is. */
export async function release(store: Store, schedule: Schedule): Promise<Schedule> {
  const released = store.put<Schedule>({
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

/** The subscription is over, and its schedule with it: completed when that was its end, else canceled. */
export async function endSchedule(store: Store, schedule: Schedule): Promise<Schedule> {
  const isCompleted = schedule.end_behavior === "cancel" && isPassed(schedule, store.now);
  const ended = store.put<Schedule>({
    ...schedule,
    ...(isCompleted
      ? { status: "completed", completed_at: store.now }
      : { status: "canceled", canceled_at: store.now }),
    current_phase: null,
  });
  const event = isCompleted ? "subscription_schedule.completed" : "subscription_schedule.canceled";
  await emit(store, event, ended);
  return ended;
}
