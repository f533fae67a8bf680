import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { WORK_KINDS, type WorkKind } from "./background.ts";

// The process's Prometheus metrics, served at /metrics; docs/operations.md lists them, ops/ has a dashboard and alerts on them.

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const registers = [metrics];
/** Buckets in seconds, for work of one process and its database. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets in seconds, for calls over the network and for jobs. */
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export const requestSeconds = new Histogram({
  name: "usher_http_request_duration_seconds",
  help: "Time from the arrival of a request's head to its answer, by operation and status.",
  labelNames: ["operation", "method", "status"],
  buckets: QUICK,
  registers,
});

/** Set by the entry gate (http/request-limits.ts). */
export const underWay = new Gauge({
  name: "usher_http_requests_under_way",
  help: "Requests to the API that are being worked on.",
  registers,
});

export const providerSeconds = new Histogram({
  name: "usher_provider_call_duration_seconds",
  help: "Time of a call to the card provider, its retries included. outcome: ok, refused (a decline, a rule) or failed (an outage).",
  labelNames: ["call", "outcome"],
  buckets: SLOW,
  registers,
});

export const jobSeconds = new Histogram({
  name: "usher_job_duration_seconds",
  help: "Time of a job of the worker. outcome: ok or failed (it will be tried again).",
  labelNames: ["name", "outcome"],
  buckets: SLOW,
  registers,
});

export const jobLastSuccess = new Gauge({
  name: "usher_job_last_success_seconds",
  help: "When a scheduled job, by any worker, or a loop of this process (webhooks, mails) last succeeded: seconds since 1970.",
  labelNames: ["name"],
  registers,
});

export const dueItems = new Counter({
  name: "usher_due_items_total",
  help: "Items of the worker's due work. outcome: done or failed (it will be tried again).",
  labelNames: ["work", "outcome"],
  registers,
});

export const webhookSeconds = new Histogram({
  name: "usher_webhook_delivery_duration_seconds",
  help: "Time of one try to deliver a webhook. outcome: delivered or failed.",
  labelNames: ["outcome"],
  buckets: SLOW,
  registers,
});

export const mailSeconds = new Histogram({
  name: "usher_mail_delivery_duration_seconds",
  help: "Time of one try to send a mail. outcome: delivered, refused (for good) or failed (it will be tried again).",
  labelNames: ["outcome"],
  buckets: SLOW,
  registers,
});

export const unhandledErrors = new Counter({
  name: "usher_unhandled_errors_total",
  help: "Errors that nobody handled. kind: exception (the process ends, and is to be started again) or rejection (it goes on).",
  labelNames: ["kind"],
  registers,
});

interface WatchedPool {
  pool: { totalCount: number; idleCount: number; waitingOf(kind: WorkKind): number };
  size: number;
}

const pools = new Set<WatchedPool>();
const sum = (of: (watched: WatchedPool) => number) =>
  [...pools].reduce((total, watched) => total + of(watched), 0);

new Gauge({
  name: "usher_database_connections",
  help: "Connections of this process's pool. state: idle or busy.",
  labelNames: ["state"],
  registers,
  collect() {
    this.set(
      { state: "idle" },
      sum(({ pool }) => pool.idleCount),
    );
    this.set(
      { state: "busy" },
      sum(({ pool }) => pool.totalCount - pool.idleCount),
    );
  },
});

new Gauge({
  name: "usher_database_connections_max",
  help: "The most connections that this process's pool opens (USHER_POOL_SIZE).",
  registers,
  collect() {
    this.set(sum(({ size }) => size));
  },
});

new Gauge({
  name: "usher_database_waiting",
  help: "Callers that wait for a connection of the pool. kind of work: request, job or delivery.",
  labelNames: ["kind"],
  registers,
  collect() {
    for (const kind of WORK_KINDS)
      this.set(
        { kind },
        sum(({ pool }) => pool.waitingOf(kind)),
      );
  },
});

/** Adds a pool to the metrics. Returns a function that removes it. */
export function watchPool(pool: WatchedPool["pool"], size: number): () => void {
  const watched = { pool, size };
  pools.add(watched);
  return () => pools.delete(watched);
}

/** Measures work and reports its outcome: "ok", or what `failed` returns for the error. */
export async function timed<T>(
  work: () => Promise<T>,
  note: (outcome: string, seconds: number) => void,
  failed: (error: unknown) => string = () => "failed",
): Promise<T> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const result = await work();
    note("ok", seconds());
    return result;
  } catch (error) {
    note(failed(error), seconds());
    throw error;
  }
}
