import type pg from "pg";
import { bringUpToDate } from "./billing.ts";
import { deliverDue } from "./deliveries.ts";
import { inAccount } from "./transaction.ts";

const DELIVERY_PAUSE_MS = 250;
const BILLING_PAUSE_MS = 5_000;
const AT_ONCE = 200;

/** Subscriptions to which something may be due: a period or trial that ended, a draft, a retry, one left incomplete. */
const CANDIDATES = `
  select account, id from stripe_sandbox.objects
  where kind = 'subscription' and body->>'status' in ('active', 'trialing', 'past_due', 'incomplete')
    and ((body #>> '{items,data,0,current_period_end}')::bigint <= $1 or body->>'status' in ('past_due', 'incomplete')
         or exists (select 1 from stripe_sandbox.objects invoice where invoice.account = objects.account and invoice.id = objects.body->>'latest_invoice'
                    and (invoice.body->>'automatically_finalizes_at')::bigint <= $1))
  limit ${AT_ONCE}`;

/** Does what Stripe does by itself as time goes by: renewals, retries, deliveries. Answers how to stop it. */
export function startTicker(pool: pg.Pool, onError: (error: unknown) => void): () => Promise<void> {
  let isStopped = false;
  const loop = async (pauseMs: number, work: () => Promise<number>) => {
    while (!isStopped) {
      const done = await work().catch((error: unknown) => {
        if (!isStopped) onError(error);
        return 0;
      });
      if (done === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  };
  const loops = [
    loop(DELIVERY_PAUSE_MS, () => deliverDue(pool)),
    loop(BILLING_PAUSE_MS, () => billDue(pool)),
  ];
  return async () => {
    isStopped = true;
    // A loop in its pause has nothing under way; one at work finishes.
    await Promise.race([
      Promise.all(loops),
      new Promise((resolve) => setTimeout(resolve, DELIVERY_PAUSE_MS * 2)),
    ]);
  };
}

async function billDue(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ account: string; id: string }>(CANDIDATES, [
    Math.floor(Date.now() / 1000),
  ]);
  let done = 0;
  for (const { account, id } of rows) {
    if (await inAccount(pool, account, true, (store) => bringUpToDate(store, id))) done++;
  }
  return done;
}
