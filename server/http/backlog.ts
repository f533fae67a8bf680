import { Gauge } from "prom-client";
import { metrics } from "../platform/metrics.ts";
import type { Services } from "../platform/scope.ts";

// What waits for the worker, read from the database when somebody asks for the metrics. Every process tells the same.

/** Scrapes come every 15 seconds or so; whoever asks more often is told the same again. */
const FRESH_MS = 5_000;

const registers = [metrics];
const waiting = new Gauge({
  name: "usher_backlog",
  help: "What is due and waits for the worker. kind: job, webhook, mail, callback (of the card provider) or operation (cut off by a crash).",
  labelNames: ["kind"],
  registers,
  collect: () => looked(),
});
const age = new Gauge({
  name: "usher_backlog_oldest_seconds",
  help: "For how long the oldest of it has been due.",
  labelNames: ["kind"],
  registers,
  collect: () => looked(),
});
const failed = new Gauge({
  name: "usher_failed",
  help: "What was given up, and is there for somebody to look at. kind: webhook, mail, job or comparison (with the card provider, stopped until a person decides).",
  labelNames: ["kind"],
  registers,
  collect: () => looked(),
});
const reachable = new Gauge({
  name: "usher_database_up",
  help: "1 when the database answered the question for the backlog, else 0.",
  registers,
  collect: () => looked(),
});

let services: Services | undefined;
let lookedAt = Number.NEGATIVE_INFINITY;
let looking = Promise.resolve();

/** Whose backlog it is: the process's, told once. */
export function watchBacklog(own: Services): void {
  services = own;
  lookedAt = Number.NEGATIVE_INFINITY;
}

interface Backlog {
  kind: string;
  waiting: number;
  oldest: Date | null;
  failed: number | null;
}

const QUESTION = `
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

/** The gauges are read at the same time: each waits for the one look, or it would show what was before. */
function looked(): Promise<void> {
  if (services && performance.now() - lookedAt >= FRESH_MS) {
    lookedAt = performance.now();
    looking = look(services);
  }
  return looking;
}

async function look(services: Services): Promise<void> {
  const now = services.clock.now();
  try {
    const { rows } = await services.pool.query<Backlog>(QUESTION, [now]);
    reachable.set(1);
    for (const row of rows) {
      const { kind } = row;
      waiting.set({ kind }, row.waiting);
      age.set({ kind }, row.oldest ? Math.max(0, (now.getTime() - row.oldest.getTime()) / 1000) : 0);
      if (row.failed !== null) failed.set({ kind }, row.failed);
    }
  } catch {
    // What is not known is not told: old figures would look like an answer.
    reachable.set(0);
    for (const gauge of [waiting, age, failed]) gauge.reset();
  }
}
