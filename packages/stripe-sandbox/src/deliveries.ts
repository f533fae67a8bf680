import { createHmac } from "node:crypto";
import type pg from "pg";

const AT_ONCE = 20;
const MAX_IN_FLIGHT = 100;
const MIN_PAUSE_MS = 10;
const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 15;
const MAX_PAUSE_SECONDS = 3600;

interface Due {
  id: string;
  account: string;
  attempts: number;
  event: { id: string };
  url: string | null;
  secret: string;
}

/** Delivers callbacks; one slow receiver keeps no other waiting. */
export interface Deliverer {
  /** Begins to deliver what is due and answers how many it began. */
  round(): Promise<number>;
  /** Milliseconds until something is due; never more than `most`. */
  pause(most: number): Promise<number>;
  /** Waits for what is under way. */
  settle(): Promise<void>;
}

/**
 * Delivers what is due: signed as https://docs.stripe.com/webhooks#verify-manually says, at least once, in no order, again
 * with growing pauses while the receiver fails.
 */
export function createDeliverer(pool: pg.Pool, onError: (error: unknown) => void): Deliverer {
  const underWay = new Set<Promise<void>>();
  return {
    async round() {
      if (underWay.size >= MAX_IN_FLIGHT) await Promise.race(underWay);
      const rows = await claimDue(pool);
      for (const due of rows) {
        const delivery: Promise<void> = deliver(pool, due)
          .catch(onError)
          .finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
      return rows.length;
    },
    async pause(most) {
      const sql =
        "select extract(epoch from min(next_at) - now()) * 1000 as pause from stripe_sandbox.deliveries";
      const { rows } = await pool.query<{ pause: string | null }>(sql);
      return Math.min(most, Math.max(MIN_PAUSE_MS, Math.ceil(Number(rows[0]?.pause ?? most))));
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}

async function claimDue(pool: pg.Pool): Promise<Due[]> {
  // Claimed by moving them ahead, so that two processes do not send the same at once and a crash only delays it.
  const { rows } = await pool.query<Due>(
    `with due as (
       update stripe_sandbox.deliveries set next_at = now() + interval '1 minute', attempts = attempts + 1
       where id in (select id from stripe_sandbox.deliveries where next_at <= now()
                    order by next_at limit ${AT_ONCE} for update skip locked)
       returning *)
     select due.id::text, due.account, due.attempts, event.body as event,
       endpoint.body->>'url' as url, endpoint.hidden->>'secret' as secret
     from due
     join stripe_sandbox.objects event on event.account = due.account and event.id = due.event
     left join stripe_sandbox.objects endpoint
       on endpoint.account = due.account and endpoint.id = due.endpoint and endpoint.body->>'status' = 'enabled'`,
  );
  return rows;
}

async function deliver(pool: pg.Pool, due: Due): Promise<void> {
  const isReceived = due.url !== null && (await post(due.url, due));
  if (isReceived || due.url === null || due.attempts >= MAX_ATTEMPTS) {
    await pool.query("delete from stripe_sandbox.deliveries where id = $1", [due.id]);
  } else {
    const pause = Math.min(2 ** due.attempts, MAX_PAUSE_SECONDS);
    const sql =
      "update stripe_sandbox.deliveries set next_at = now() + make_interval(secs => $2) where id = $1";
    await pool.query(sql, [due.id, pause]);
  }
  if (isReceived) await countDown(pool, due);
}

/** The event tells how many receivers have not yet answered. */
async function countDown(pool: pg.Pool, { account, event }: Due): Promise<void> {
  const sql = `update stripe_sandbox.objects
    set body = jsonb_set(body, '{pending_webhooks}', to_jsonb(greatest((body->>'pending_webhooks')::int - 1, 0)))
    where account = $1 and id = $2`;
  await pool.query(sql, [account, event.id]);
}

async function post(url: string, { event, secret }: Due): Promise<boolean> {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "stripe-signature": `t=${time},v1=${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
