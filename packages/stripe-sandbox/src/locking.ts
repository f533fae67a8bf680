import type Stripe from "stripe";
import type { Store } from "./store.ts";
import { Failure } from "./wire/failure.ts";

/** Parameters that name an object which the request changes, or whose owner it concerns. */
const NAMING = [
  "customer",
  "from_subscription",
  "subscription",
  "invoice",
  "payment_method",
  "default_payment_method",
  "payment_intent",
  "charge",
];

/** The ids that a request touches: those in its path and those that its parameters name. */
export function touched(ids: string[], params: Record<string, unknown>): string[] {
  const named = NAMING.flatMap((name) => params[name] ?? []).filter((value) => typeof value === "string");
  return [...new Set([...ids, ...named])];
}

/** Whose object it is, in SQL, where the object is called `thing`: of its customer, of its charge's, or by itself. */
export const OWNER = `coalesce(thing.body->>'customer', (select charge.body->>'customer' from stripe_sandbox.objects charge
  where charge.account = thing.account and charge.id = thing.body->>'charge'), thing.id)`;

/**
 * Makes this transaction the only one on the customers whose objects have these ids (an object without a customer is
 * taken by itself), in one order, and sets its time to the customer's test clock. Others go on side by side.
 */
export async function takeOwners(store: Store, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const owning = `select distinct ${OWNER} as owner from stripe_sandbox.objects thing
    where thing.account = $1 and thing.id = any($2)`;
  const { rows } = await store.query<{ owner: string }>(owning, [store.account, ids]);
  const owners = rows.map(({ owner }) => owner).sort();
  if (owners.length === 0) return;
  await lock(store, owners);
  await store.load([...owners, ...ids]);
  for (const owner of owners) await setTimeOf(store, owner);
}

/** Waits until this transaction alone holds these names of the account. */
export async function lock(store: Store, names: string[]): Promise<void> {
  const sql = "select pg_advisory_xact_lock(hashtextextended($1 || name, 7)) from unnest($2::text[]) as name";
  await store.query(sql, [`${store.account}:`, names]);
}

async function setTimeOf(store: Store, owner: string): Promise<void> {
  const customer = await store.find<Stripe.Customer>("customer", owner);
  if (typeof customer?.test_clock === "string") await setTime(store, customer.test_clock);
}

/** What Stripe answers while a test clock moves; an observed answer (`429`, "cannot perform modifications"). */
export function advancing(): Failure {
  const message = "Test clock advancement underway - cannot perform modifications";
  return new Failure({ status: 429, type: "invalid_request_error", message });
}

/** Sets the transaction's time to a test clock's; refused while the clock is being advanced, as Stripe does. */
export async function setTime(store: Store, id: string): Promise<void> {
  const clock = await store.get<Stripe.TestHelpers.TestClock>("test_helpers.test_clock", id, "test_clock");
  if (clock.status === "advancing") {
    throw advancing();
  }
  store.clock = clock.id;
  store.now = clock.frozen_time;
}
