import type Stripe from "stripe";
import { emit } from "./events.ts";
import type { Store } from "./store.ts";

/** Deletes a test clock; everything that lives on it goes with it, the events stay. */
export async function deleteClock(store: Store, clock: Stripe.TestHelpers.TestClock): Promise<void> {
  const sql = "delete from stripe_sandbox.objects where account = $1 and clock = $2 and kind <> 'event'";
  await store.query(sql, [store.account, clock.id]);
  await store.remove(clock.id);
  await emit(store, "test_helpers.test_clock.deleted", clock);
}
