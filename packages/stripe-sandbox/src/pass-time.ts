import type pg from "pg";
import type Stripe from "stripe";
import { closeDispute } from "./billing/disputes.ts";
import { passSchedule } from "./billing/pass-schedule.ts";
import { settleRefund } from "./billing/refunds.ts";
import { passInvoice, passSubscription } from "./billing/time.ts";
import { deleteClock } from "./delete-clock.ts";
import { emit } from "./events.ts";
import { lock, OWNER } from "./locking.ts";
import type { Store, Thing } from "./store.ts";
import { writing } from "./transaction.ts";

export interface Parts {
  pool: pg.Pool;
  baseUrl: () => string;
  onError: (error: unknown) => void;
  onDeliveries: () => void;
}

interface Due {
  account: string;
  id: string;
  owner: string;
}

/** An object that time cannot move on is looked at again after this long. */
const STUCK_SECONDS = 3600;

/** The objects that were due first: of those on a test clock, or of those that live in real time. */
async function nextDue(
  pool: pg.Pool,
  until: number,
  clock: { account: string; id: string } | null,
  most: number,
): Promise<Due[]> {
  const on = clock ? "account = $2 and clock = $3" : "clock is null";
  const sql = `select account, id, ${OWNER} as owner from stripe_sandbox.objects thing
    where due_at <= $1 and ${on} order by due_at, seq limit ${most}`;
  const { rows } = await pool.query<Due>(sql, clock ? [until, clock.account, clock.id] : [until]);
  return rows;
}

/** Does what is due in real time; answers how much it was. */
export async function passRealTime(parts: Parts, most: number): Promise<number> {
  const until = Math.floor(Date.now() / 1000);
  const due = await nextDue(parts.pool, until, null, most);
  for (const one of due)
    await passOne(parts, one, until, null).catch((error: unknown) => skip(parts, one, error));
  return due.length;
}

/** Does, in order, all that is due on a test clock until a moment. */
export async function passClockTime(
  parts: Parts,
  clock: { account: string; id: string },
  until: number,
): Promise<void> {
  for (;;) {
    const [first] = await nextDue(parts.pool, until, clock, 1);
    if (!first) return;
    await passOne(parts, first, until, clock.id);
  }
}

/** Does what is due at one object's moment, in a transaction that holds the lock on its customer. */
async function passOne(
  parts: Parts,
  { account, id, owner }: Due,
  until: number,
  clock: string | null,
): Promise<void> {
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl() };
  await writing({ ...parts, account, cause }, async (store) => {
    await lock(store, [owner]);
    const at = await dueOf(store, id);
    if (at === null || at > until) return;
    store.clock = clock;
    store.now = at;
    const thing = await store.findAny(id);
    if (thing) await pass(store, thing);
    await store.flush();
    const next = await dueOf(store, id);
    if (next !== null && next <= at && JSON.stringify(await store.findAny(id)) === JSON.stringify(thing)) {
      throw new Error(`Time does not move ${id} on.`);
    }
  });
}

async function dueOf(store: Store, id: string): Promise<number | null> {
  const sql = "select due_at::int as due_at from stripe_sandbox.objects where account = $1 and id = $2";
  const { rows } = await store.query<{ due_at: number | null }>(sql, [store.account, id]);
  return rows[0]?.due_at ?? null;
}

/** The kind decides the type, as everywhere in the store. */
async function pass(store: Store, thing: Thing): Promise<void> {
  if (thing.object === "subscription") return passSubscription(store, thing as Stripe.Subscription);
  if (thing.object === "invoice") return passInvoice(store, thing as Stripe.Invoice);
  if (thing.object === "test_helpers.test_clock")
    return deleteClock(store, thing as Stripe.TestHelpers.TestClock);
  if (thing.object === "subscription_schedule")
    return passSchedule(store, thing as Stripe.SubscriptionSchedule);
  if (thing.object === "refund") return settleRefund(store, thing as Stripe.Refund);
  if (thing.object === "dispute") await closeDispute(store, thing as Stripe.Dispute, "lost");
  if (thing.object === "checkout.session") await expireSession(store, thing as Stripe.Checkout.Session);
}

/** The page was not used in time. */
export async function expireSession(
  store: Store,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const expired = store.put<Stripe.Checkout.Session>({ ...session, status: "expired", url: null });
  await emit(store, "checkout.session.expired", expired);
  return expired;
}

async function skip({ pool, onError }: Parts, { account, id }: Due, error: unknown): Promise<void> {
  onError(error);
  const sql =
    "update stripe_sandbox.objects set due_at = extract(epoch from now()) + $3 where account = $1 and id = $2";
  await pool.query(sql, [account, id, STUCK_SECONDS]);
}
