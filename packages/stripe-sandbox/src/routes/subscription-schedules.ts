import type Stripe from "stripe";
import { z } from "zod";
import { cancelSubscription } from "../billing/end-subscription.ts";
import { movePhase } from "../billing/pass-schedule.ts";
import { endOf } from "../billing/phase-terms.ts";
import { endSchedule, phaseAt, release } from "../billing/schedules.ts";
import type { ProrationBehavior } from "../billing/start-subscription.ts";
import { currentPeriodEnd, isOver, saveSubscription } from "../billing/subscriptions.ts";
import { emit } from "../events.ts";
import { makeSchedule } from "../objects/subscription-schedule.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";

import { Flag, list, Metadata, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { listSchedules } from "./list-schedules.ts";
import { type Call, idOf, type Route, retrieving } from "./route.ts";
import { Phase, phasesOf } from "./schedule-phases.ts";
import { Proration } from "./subscription-fields.ts";

type Schedule = Stripe.SubscriptionSchedule;

const KIND = "subscription_schedule";

/** Schedules are made of a running subscription alone: https://docs.stripe.com/billing/subscriptions/subscription-schedules. */
async function create({ store, params }: Call): Promise<Schedule> {
  refuseBeside(params);
  const input = read(
    parametersOf<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: Text }),
    params,
  );
  const param = "from_subscription";
  const before = await store.get<Stripe.Subscription>("subscription", input.from_subscription, param);
  if (before.schedule !== null)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: \`${String(before.schedule)}\`.`,
      { param },
    );
  if (isOver(before) || before.status === "incomplete")
    throw invalid(`You cannot migrate a subscription that is currently in the \`${before.status}\` status.`, {
      param,
    });
  if (before.cancel_at !== null) throw lacking("schedules of subscriptions that are ending");
  const [first] = before.items.data;
  const schedule = store.add(
    makeSchedule(store.now, before, {
      start: first?.current_period_start ?? store.now,
      end: currentPeriodEnd(before),
      items: before.items.data.map(({ price, quantity = 1, metadata, discounts }) => ({
        price: price.id,
        quantity,
        metadata,
        discounts: reusing(discounts),
      })),
      automaticTax: before.automatic_tax.enabled,
      paymentMethod: methodOf(before),
      taxRates: before.default_tax_rates ?? [],
      description: before.description,
      proration: "create_prorations",
      discounts: reusing(before.discounts),
      anchor: null,
      metadata: {},
    }),
  );
  await emit(store, "subscription_schedule.created", schedule);
  await saveSubscription(store, before, { ...before, schedule: schedule.id });
  return schedule;
}

function reusing(discounts: Stripe.Subscription["discounts"]) {
  return discounts.map((one) => ({ coupon: null, discount: one, promotion_code: null }));
}

function methodOf({ default_payment_method: method }: Stripe.Subscription): string | null {
  return typeof method === "string" ? method : (method?.id ?? null);
}

/** Nothing goes with `from_subscription`: the SDK's comment on it, and an observed answer on `metadata`. */
function refuseBeside(params: Record<string, unknown>): void {
  const beside = ["default_settings", "end_behavior", "metadata", "phases", "start_date"];
  const named = beside.find((name) => params[name] !== undefined);
  if (params.from_subscription === undefined || named === undefined) return;
  throw invalid(`You cannot set \`${named}\` if \`from_subscription\` is set.`, { param: named });
}

const UPDATE = parametersOf<Stripe.SubscriptionScheduleUpdateParams>()({
  end_behavior: z.enum(["cancel", "none", "release", "renew"]).optional(),
  metadata: Metadata.optional(),
  phases: list(Phase).optional(),
  proration_behavior: Proration.optional(),
});

async function update(call: Call): Promise<Schedule> {
  const { store, params } = call;
  const input = read(UPDATE, params);
  const before = await store.get<Schedule>(KIND, idOf(call));
  refuseEnded(before, "update");
  const { end_behavior = before.end_behavior } = input;
  if (end_behavior === "none" || end_behavior === "renew")
    throw lacking(`schedules that end with \`${end_behavior}\``);
  const subscription = await store.get<Stripe.Subscription>("subscription", String(before.subscription));
  const phases = input.phases ? await phasesOf(store, before, subscription, input.phases) : before.phases;
  const metadata = mergeMetadata(before.metadata, input.metadata);
  const changed: Schedule = { ...before, end_behavior, metadata, phases };
  const present = phaseAt(changed, store.now);
  if (!present) throw invalid("The current phase must not end in the past.", { param: "phases" });
  const current_phase = { start_date: present.start_date, end_date: present.end_date };
  const saved = store.put<Schedule>({ ...changed, current_phase });
  await emit(store, "subscription_schedule.updated", saved, before);
  await applyNow(store, saved, present, {
    subscription,
    areNew: input.phases !== undefined,
    isNext: present.start_date !== before.current_phase?.start_date,
    proration: input.proration_behavior ?? "create_prorations",
  });
  return saved;
}

interface Update {
  subscription: Stripe.Subscription;
  areNew: boolean;
  /** Whether the running phase is one that begins now. */
  isNext: boolean;
  /** Of a change to the phase that was running already. */
  proration: ProrationBehavior;
}

/** What changes of the running phase is the subscription's at once. */
async function applyNow(
  store: Store,
  schedule: Schedule,
  present: Stripe.SubscriptionSchedule.Phase,
  { subscription, areNew, isNext, proration }: Update,
): Promise<void> {
  if (!areNew) {
    await saveSubscription(store, subscription, { ...subscription, ...endOf(schedule, present) });
    return;
  }
  await movePhase(store, subscription, schedule, present, {
    proration: isNext ? (present.proration_behavior as ProrationBehavior) : proration,
    isAnchoredAnew: isNext && present.billing_cycle_anchor === "phase_start",
    isNext,
  });
}

async function letGo(call: Call): Promise<Schedule> {
  const { store, params } = call;
  const shape = parametersOf<Stripe.SubscriptionScheduleReleaseParams>()({
    preserve_cancel_date: Flag.optional(),
  });
  const { preserve_cancel_date: isKept = false } = read(shape, params);
  const schedule = await store.get<Schedule>(KIND, idOf(call));
  refuseEnded(schedule, "release");
  const before = await store.get<Stripe.Subscription>("subscription", String(schedule.subscription));
  const cancel_at = isKept ? before.cancel_at : null;
  await saveSubscription(store, before, { ...before, cancel_at, schedule: null });
  return release(store, schedule);
}

/** Ends the subscription with its schedule: https://docs.stripe.com/api/subscription_schedules/cancel. */
async function cancel(call: Call): Promise<Schedule> {
  const { store, params } = call;
  const shape = parametersOf<Stripe.SubscriptionScheduleCancelParams>()({
    invoice_now: Flag.optional(),
    prorate: Flag.optional(),
  });
  const { invoice_now = true, prorate = true } = read(shape, params);
  const schedule = await store.get<Schedule>(KIND, idOf(call));
  refuseEnded(schedule, "cancel");
  const subscription = await store.get<Stripe.Subscription>("subscription", String(schedule.subscription));
  await cancelSubscription(store, subscription, {
    isInvoicedNow: invoice_now,
    isProrated: prorate,
    details: {},
  });
  const ended = await store.get<Schedule>(KIND, schedule.id);
  return ended.status === "active" ? endSchedule(store, ended) : ended;
}

/** The sentence on cancelling is an observed answer; releasing has been seen with its first half. */
function refuseEnded({ status }: Schedule, wanted: "cancel" | "release" | "update"): void {
  if (status === "active" || status === "not_started") return;
  const done = { cancel: "canceled", release: "released", update: "updated" }[wanted];
  throw invalid(
    `You cannot ${wanted} a subscription schedule that is currently in the \`${status}\` status. It must be in \`not_started, active\` status to be ${done}.`,
  );
}

const PATH = "/v1/subscription_schedules";

export const subscriptionScheduleRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listSchedules },
  { method: "GET", path: `${PATH}/:id`, handle: retrieving<Schedule>(KIND) },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/cancel`, handle: cancel },
  { method: "POST", path: `${PATH}/:id/release`, handle: letGo },
];
