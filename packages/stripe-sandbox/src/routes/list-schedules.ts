import type Stripe from "stripe";
import { Flag, pagingByDate, parametersOf, Range, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import type { Call } from "./route.ts";

/**
 * Schedules, newest first. Without a customer those of test clocks are left out (SDK, SubscriptionSchedules.d.ts,
 * SubscriptionScheduleListParams.customer).
 */
export function listSchedules({ store, params }: Call) {
  const shape = parametersOf<Stripe.SubscriptionScheduleListParams>()({
    ...pagingByDate,
    canceled_at: Range.optional(),
    completed_at: Range.optional(),
    customer: Text.optional(),
    released_at: Range.optional(),
    scheduled: Flag.optional(),
  });
  const { canceled_at, completed_at, released_at, customer, scheduled, ...page } = read(shape, params);
  const NOT_STARTED = { status: "not_started" };
  return store.list<Stripe.SubscriptionSchedule>("subscription_schedule", "/v1/subscription_schedules", {
    ...page,
    moments: { canceled_at, completed_at, released_at },
    where: {
      ...(customer === undefined ? { test_clock: null } : { customer }),
      ...(scheduled === true && NOT_STARTED),
    },
    without: scheduled === false ? [NOT_STARTED] : [],
  });
}
