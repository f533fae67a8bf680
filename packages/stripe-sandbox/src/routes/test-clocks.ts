import type Stripe from "stripe";
import { addIntervals } from "../billing/calendar.ts";
import { deleteClock } from "../delete-clock.ts";
import { emit } from "../events.ts";
import { advancing } from "../locking.ts";
import { makeTestClock } from "../objects/test-clock.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { paging, parametersOf, Seconds, Text, textUpTo } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

type Clock = Stripe.TestHelpers.TestClock;

const PATH = "/v1/test_helpers/test_clocks";
/** `maxLength` in github.com/stripe/openapi. */
const MAX_NAME = 300;

async function create({ store, params }: Call): Promise<Clock> {
  const shape = parametersOf<Stripe.TestHelpers.TestClockCreateParams>()({
    customer: Text.optional(),
    frozen_time: Seconds,
    name: textUpTo(MAX_NAME).optional(),
  });
  const { customer, frozen_time, name } = read(shape, params);
  if (customer !== undefined) throw lacking("test clocks for customers who are there already");
  const clock = store.add(makeTestClock(store.now, frozen_time, name ?? null));
  await emit(store, "test_helpers.test_clock.created", clock);
  return clock;
}

/** Sets the clock going; it is `advancing` until all that happens on the way has happened. */
async function advance(call: Call): Promise<Clock> {
  const { store } = call;
  const { frozen_time: target } = read({ frozen_time: Seconds }, call.params);
  const clock = await store.get<Clock>("test_helpers.test_clock", idOf(call));
  if (clock.status === "advancing") throw advancing();
  if (target <= clock.frozen_time) {
    throw invalid("The frozen_time must be after the current frozen time of the test clock.", {
      param: "frozen_time",
    });
  }
  if (target > (await furthest(store, clock))) {
    const message =
      "Test clock advancement limit exceeded: cannot be more than two intervals in the future from the shortest subscription " +
      "in this test clock; if there are no subscriptions, it cannot be more than two years in the future.";
    throw invalid(message, { param: "frozen_time" });
  }
  const status_details: Clock["status_details"] = { advancing: { target_frozen_time: target } };
  const moving = store.put<Clock>({ ...clock, status: "advancing", status_details });
  await emit(store, "test_helpers.test_clock.advancing", moving);
  return moving;
}

async function furthest(store: Store, clock: Clock): Promise<number> {
  const subscriptions = await store.all<Stripe.Subscription>("subscription", {
    where: { test_clock: clock.id },
  });
  const alive = subscriptions.filter(
    ({ status }) => status !== "canceled" && status !== "incomplete_expired",
  );
  const ends = alive.flatMap(({ items }) =>
    items.data.flatMap(({ price }) =>
      price.recurring ? [addIntervals(clock.frozen_time, price.recurring, 2)] : [],
    ),
  );
  return ends.length > 0
    ? Math.min(...ends)
    : addIntervals(clock.frozen_time, { interval: "year", interval_count: 1 }, 2);
}

async function remove(call: Call): Promise<Stripe.TestHelpers.DeletedTestClock> {
  const { store } = call;
  read({}, call.params);
  const clock = await store.get<Clock>("test_helpers.test_clock", idOf(call));
  if (clock.status === "advancing") throw advancing();
  await deleteClock(store, clock);
  return { id: clock.id, object: "test_helpers.test_clock", deleted: true };
}

async function retrieve(call: Call): Promise<Clock> {
  read({}, call.params);
  return call.store.get<Clock>("test_helpers.test_clock", idOf(call));
}

export const testClockRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  {
    method: "GET",
    path: PATH,
    handle: (call) => call.store.list<Clock>("test_helpers.test_clock", PATH, read(paging, call.params)),
  },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id/advance`, movesClock: true, handle: advance },
  { method: "DELETE", path: `${PATH}/:id`, handle: remove },
];
