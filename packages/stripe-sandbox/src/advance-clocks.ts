import type Stripe from "stripe";
import { emit } from "./events.ts";
import { lock } from "./locking.ts";
import { type Parts, passClockTime } from "./pass-time.ts";
import type { Store } from "./store.ts";
import { writing } from "./transaction.ts";

type Clock = Stripe.TestHelpers.TestClock;

interface Advancing {
  account: string;
  id: string;
  target: number;
}

/** Brings the test clocks that are being advanced to where they are to go. Answers how many. */
export async function advanceClocks(parts: Parts): Promise<number> {
  const sql = `select account, id, (body #>> '{status_details,advancing,target_frozen_time}')::int as target
    from stripe_sandbox.objects where kind = 'test_helpers.test_clock' and body->>'status' = 'advancing'`;
  const { rows } = await parts.pool.query<Advancing>(sql);
  for (const clock of rows) {
    await passClockTime(parts, clock, clock.target)
      .then(() => arrive(parts, clock, "ready"))
      .catch(async (error: unknown) => {
        parts.onError(error);
        await arrive(parts, clock, "internal_failure");
      });
  }
  return rows.length;
}

/** Two processes may have advanced it together; the first one says so. */
async function arrive(
  parts: Parts,
  { account, id, target }: Advancing,
  status: "ready" | "internal_failure",
): Promise<void> {
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl() };
  await writing({ ...parts, account, cause }, async (store) => {
    await lock(store, [id]);
    const clock = await store.find<Clock>("test_helpers.test_clock", id);
    // Another process may have arrived before, and the clock been sent further since.
    const isOurs = clock?.status_details.advancing?.target_frozen_time === target;
    if (clock?.status === "advancing" && isOurs) await settle(store, clock, target, status);
  });
}

async function settle(
  store: Store,
  clock: Clock,
  target: number,
  status: "ready" | "internal_failure",
): Promise<void> {
  const arrived = store.put<Clock>({ ...clock, frozen_time: target, status, status_details: {} });
  store.now = target;
  await emit(
    store,
    status === "ready" ? "test_helpers.test_clock.ready" : "test_helpers.test_clock.internal_failure",
    arrived,
  );
}
