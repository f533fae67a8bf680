import { Gauge } from "prom-client";
import { readBacklog } from "../domain/analytics/read-backlog.ts";
import { readJobSuccesses } from "../domain/analytics/read-job-successes.ts";
import { jobLastSuccess, metrics } from "../platform/metrics.ts";
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
    const rows = await readBacklog(services);
    reachable.set(1);
    for (const { name, at } of await readJobSuccesses(services))
      jobLastSuccess.set({ name }, at.getTime() / 1000);
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
