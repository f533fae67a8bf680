import { Gauge } from "prom-client";
import { metrics } from "../platform/metrics.ts";
import type { Services } from "../platform/scope.ts";

// Metrics of what waits for the worker, read from the database at each scrape. Every process reports the same values.

/** Scrapes come every 15 seconds or so; more frequent ones get the values of the last query. */
const FRESH_MS = 5_000;

const registers = [metrics];
const waiting = new Gauge({
  name: "usher_backlog",
  help: "What is due and waits for the worker. kind: job, webhook, mail, callback (of the card provider) or operation (cut off by a crash).",
  labelNames: ["kind"],
  registers,
  collect: () => refreshed(),
});
const age = new Gauge({
  name: "usher_backlog_oldest_seconds",
  help: "For how long the oldest of it has been due.",
  labelNames: ["kind"],
  registers,
  collect: () => refreshed(),
});
const failed = new Gauge({
  name: "usher_failed",
  help: "Work that was given up and needs an operator. kind: webhook, mail, job or comparison (with the card provider, stopped until a person decides).",
  labelNames: ["kind"],
  registers,
  collect: () => refreshed(),
});
const reachable = new Gauge({
  name: "usher_database_up",
  help: "1 when the database answered the query for the backlog, else 0.",
  registers,
  collect: () => refreshed(),
});

let services: Services | undefined;
let refreshedAt = Number.NEGATIVE_INFINITY;
let refreshing = Promise.resolve();

/** Sets the process's services; called once at start. */
export function watchBacklog(own: Services): void {
  services = own;
  refreshedAt = Number.NEGATIVE_INFINITY;
}

interface Backlog {
  kind: string;
  waiting: number;
  oldest: Date | null;
  failed: number | null;
}

const BACKLOG_QUERY = `
  select 'job' as kind, count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
    min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as oldest,
    count(*) filter (where state = 'failed')::int as failed from jobs.job
  union all
  select 'webhook', count(*) filter (where status = 'PENDING' and next_attempt_at <= $1)::int,
    min(next_attempt_at) filter (where status = 'PENDING' and next_attempt_at <= $1),
    count(*) filter (where status = 'FAILED')::int from webhook_deliveries d where status in ('PENDING', 'FAILED')
      and exists (select 1 from webhook_endpoints e where e.tenant_id = d.tenant_id and e.id = d.endpoint_id)
  union all
  select 'mail', count(*) filter (where status = 'QUEUED' and next_attempt_at <= $1)::int,
    min(next_attempt_at) filter (where status = 'QUEUED' and next_attempt_at <= $1),
    count(*) filter (where status = 'FAILED')::int from mail_messages where status in ('QUEUED', 'FAILED')
  union all
  select 'comparison', 0, null, count(*)::int from reconciliation_runs where state in ('ANOTHER_ACCOUNT', 'TOO_MANY')
  union all
  select 'callback', count(*)::int, min(received_at), null from provider_events where processed_at is null
  union all
  select 'operation', count(*)::int, min(lease_until), null from provider_operations
    where status = 'PENDING' and lease_until <= $1`;

/** The gauges are read at the same time: each waits for the same query, so that none shows an older value. */
function refreshed(): Promise<void> {
  if (services && performance.now() - refreshedAt >= FRESH_MS) {
    refreshedAt = performance.now();
    refreshing = refresh(services);
  }
  return refreshing;
}

async function refresh(services: Services): Promise<void> {
  const now = services.clock.now();
  try {
    const { rows } = await services.pool.query<Backlog>(BACKLOG_QUERY, [now]);
    reachable.set(1);
    for (const row of rows) {
      const { kind } = row;
      waiting.set({ kind }, row.waiting);
      age.set({ kind }, row.oldest ? Math.max(0, (now.getTime() - row.oldest.getTime()) / 1000) : 0);
      if (row.failed !== null) failed.set({ kind }, row.failed);
    }
  } catch {
    // Reports nothing when the query fails: old values would look current.
    reachable.set(0);
    for (const gauge of [waiting, age, failed]) gauge.reset();
  }
}
