import type Stripe from "stripe";
import { z } from "zod";
import { addIntervals } from "../billing/calendar.ts";
import { release } from "../billing/schedules.ts";
import { checkItems } from "../billing/start-subscription.ts";
import { currentPeriodEnd, isOver, saveSubscription } from "../billing/subscriptions.ts";
import { emit } from "../events.ts";
import { makePhase, makeSchedule } from "../objects/subscription-schedule.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { intBetween, list, parametersOf, Quantity, Seconds, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { Proration, wantedItems } from "./subscription-fields.ts";

/** Schedules are made of a running subscription alone: https://docs.stripe.com/billing/subscriptions/subscription-schedules. */
async function create({ store, params }: Call): Promise<Stripe.SubscriptionSchedule> {
  const input = read(
    parametersOf<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: Text }),
    params,
  );
  const before = await store.get<Stripe.Subscription>(
    "subscription",
    input.from_subscription,
    "from_subscription",
  );
  if (before.schedule !== null)
    throw invalid("You cannot migrate a subscription that is already attached to a schedule.", {
      param: "from_subscription",
    });
  if (isOver(before) || before.cancel_at !== null)
    throw invalid(`You cannot migrate a subscription that is ${isOver(before) ? before.status : "ending"}.`, {
      param: "from_subscription",
    });
  const [first] = before.items.data;
  const schedule = store.add(
    makeSchedule(store.now, before, {
      start: first?.current_period_start ?? store.now,
      end: currentPeriodEnd(before),
      items: before.items.data.map(({ price, quantity = 1 }) => ({ price: price.id, quantity })),
      proration: "create_prorations",
    }),
  );
  await emit(store, "subscription_schedule.created", schedule);
  await saveSubscription(store, before, { ...before, schedule: schedule.id });
  return schedule;
}

const Phase = z.strictObject({
  duration: z
    .strictObject({
      interval: z.enum(["day", "month", "week", "year"]),
      interval_count: intBetween(1).optional(),
    })
    .optional(),
  end_date: Seconds.optional(),
  items: list(z.strictObject({ price: Text, quantity: Quantity.optional() })),
  proration_behavior: Proration.optional(),
  start_date: Seconds.optional(),
});

async function update(call: Call): Promise<Stripe.SubscriptionSchedule> {
  const { store, params } = call;
  const input = read(
    parametersOf<Stripe.SubscriptionScheduleUpdateParams>()({
      end_behavior: z.literal("release").optional(),
      phases: list(Phase),
    }),
    params,
  );
  const schedule = await store.get<Stripe.SubscriptionSchedule>("subscription_schedule", idOf(call));
  refuseEnded(schedule);
  const phases: Stripe.SubscriptionSchedule.Phase[] = [];
  for (const [index, phase] of input.phases.entries()) {
    const items = await wantedItems(store, phase.items);
    checkItems(items);
    const start =
      index === 0 ? (phase.start_date ?? schedule.current_phase?.start_date) : phases.at(-1)?.end_date;
    if (start === undefined) throw lacking("schedules that have not begun");
    const { duration } = phase;
    const recurring = duration && {
      interval: duration.interval,
      interval_count: duration.interval_count ?? 1,
    };
    const end = phase.end_date ?? (recurring && addIntervals(start, recurring, 1));
    if (end === undefined || end <= start)
      throw invalid("Each phase must end after it starts.", { param: `phases[${index}][end_date]` });
    const [first] = items;
    phases.push(
      makePhase(first?.price.currency ?? "", {
        start,
        end,
        items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
        proration: phase.proration_behavior ?? "create_prorations",
      }),
    );
  }
  const present = phases.find(({ start_date, end_date }) => start_date <= store.now && store.now < end_date);
  if (!present || present.start_date !== schedule.current_phase?.start_date)
    throw lacking("phases that move the one that is running");
  const current_phase = { start_date: present.start_date, end_date: present.end_date };
  const changed = store.put<Stripe.SubscriptionSchedule>({ ...schedule, phases, current_phase });
  await emit(store, "subscription_schedule.updated", changed, schedule);
  return changed;
}

async function letGo(call: Call): Promise<Stripe.SubscriptionSchedule> {
  const { store, params } = call;
  read(parametersOf<Stripe.SubscriptionScheduleReleaseParams>()({}), params);
  const schedule = await store.get<Stripe.SubscriptionSchedule>("subscription_schedule", idOf(call));
  refuseEnded(schedule);
  const before = await store.get<Stripe.Subscription>("subscription", String(schedule.subscription));
  await saveSubscription(store, before, { ...before, schedule: null });
  return release(store, schedule);
}

function refuseEnded({ status }: Stripe.SubscriptionSchedule): void {
  if (status === "active" || status === "not_started") return;
  throw invalid(
    `You cannot update or release a subscription schedule that is currently in the \`${status}\` status.`,
  );
}

const PATH = "/v1/subscription_schedules";

export const subscriptionScheduleRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  {
    method: "GET",
    path: `${PATH}/:id`,
    handle: (call) => call.store.get<Stripe.SubscriptionSchedule>("subscription_schedule", idOf(call)),
  },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/release`, handle: letGo },
];
