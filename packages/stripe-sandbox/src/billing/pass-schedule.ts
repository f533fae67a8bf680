import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { mergeMetadata } from "../wire/read.ts";
import { cancelNow } from "./cancel.ts";
import { changeSubscription } from "./change-subscription.ts";
import { runningDiscounts } from "./discounts.ts";
import { exchange, type ItemChange } from "./exchange-items.ts";
import { discountsOfPhase, withPhaseTerms } from "./phase-terms.ts";
import { beginPhase, isPassed, phaseAt, release } from "./schedules.ts";
import type { ProrationBehavior } from "./start-subscription.ts";
import { debitsOf, isOver, saveSubscription } from "./subscriptions.ts";

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Stripe.SubscriptionSchedule.Phase;

/** Does what the end of a phase does where no billing period ends with it; a renewal enters its phase by itself. */
export async function passSchedule(store: Store, schedule: Schedule): Promise<void> {
  const before = await store.get<Stripe.Subscription>("subscription", String(schedule.subscription));
  if (isOver(before)) return;
  const phase = phaseAt(schedule, store.now);
  if (phase) {
    const moved = await beginPhase(store, schedule, phase);
    await movePhase(store, before, moved, phase, {
      proration: phase.proration_behavior as ProrationBehavior,
      isAnchoredAnew: phase.billing_cycle_anchor === "phase_start",
      isNext: true,
    });
  } else if (isPassed(schedule, store.now)) {
    if (schedule.end_behavior === "cancel") await cancelNow(store, before);
    else {
      await release(store, schedule);
      await saveSubscription(store, before, { ...before, schedule: null });
    }
  }
}

/** Gives a subscription the items and terms of a phase now, with what that gives back and takes for the rest of its period. */
export async function movePhase(
  store: Store,
  before: Stripe.Subscription,
  schedule: Schedule,
  phase: Phase,
  how: { proration: ProrationBehavior; isAnchoredAnew: boolean; isNext: boolean },
): Promise<Stripe.Subscription> {
  const ruled = await withPhaseTerms(store, before, schedule, phase, how);
  const exchanged = await exchange(store, ruled, await debitsOf(store, before), {
    changes: await changesTo(store, before, phase, how.isNext),
    at: store.now,
    isAnchoredAnew: how.isAnchoredAnew,
    trialEnd: null,
    isProrated: how.proration !== "none",
    discounts: await runningDiscounts(store, ruled),
  });
  return changeSubscription(store, before, exchanged, {
    proration: how.proration,
    paymentBehavior: "allow_incomplete",
    isOffSession: true,
    extras: [],
  });
}

/** The items that a phase wants take the places of those that are there, in their order. */
async function changesTo(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Phase,
  isNext: boolean,
): Promise<ItemChange[]> {
  const { items } = subscription;
  const changes: ItemChange[] = [];
  for (const [index, wantedItem] of phase.items.entries()) {
    const { price, quantity = 1, metadata } = wantedItem;
    const old = items.data[index];
    const present = isNext ? [] : (old?.discounts ?? []);
    const discounts = await discountsOfPhase(store, subscription, wantedItem, { present });
    const wanted = await store.get<Stripe.Price>("price", String(price));
    const merged = mergeMetadata(old?.metadata ?? null, metadata ?? {});
    changes.push({ id: old?.id ?? null, price: wanted, quantity, metadata: merged, discounts });
  }
  for (const { id, metadata } of items.data.slice(phase.items.length))
    changes.push({ id, price: null, quantity: 0, metadata });
  return changes;
}
