import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ApiError } from "../errors/api-error.ts";
import type { Log } from "../platform/log.ts";

/** The process's Prometheus metrics, served at /metrics. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const requests = new Histogram({
  name: "usher_http_request_duration_seconds",
  help: "Time from the arrival of a request's head to its answer, by operation and status.",
  labelNames: ["operation", "method", "status"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/**
 * The log of one line a request. It takes nothing but what is named below, none of it a secret: looking for secrets there took
 * longer than all else about the line.
 */
const requestLogs = new WeakMap<Log, Log>();

function requestLogOf(log: Log): Log {
  const known = requestLogs.get(log) ?? log.child({}, { redact: [] });
  requestLogs.set(log, known);
  return known;
}

/** Set by the gate. */
export const underWay = new Gauge({
  name: "usher_http_requests_under_way",
  help: "Requests to the API that are being worked on.",
  registers: [metrics],
});

interface Observation {
  requestId: string;
  operation: string;
  method: string;
  status: number;
  seconds: number;
  tenantId: string | undefined;
  failure: ApiError | undefined;
}

/** Counts and times a request and writes its one log line; a failure of ours is logged with its cause. */
export function observeRequest(log: Log, seen: Observation): void {
  requests.observe({ operation: seen.operation, method: seen.method, status: seen.status }, seen.seconds);
  const fields = {
    request_id: seen.requestId,
    operation: seen.operation,
    method: seen.method,
    status: seen.status,
    duration_ms: Math.round(seen.seconds * 1e6) / 1000,
    tenant_id: seen.tenantId,
    k_code: seen.failure?.code,
  };
  if (seen.status >= 500 && seen.failure)
    log.error({ ...fields, err: seen.failure.cause ?? seen.failure }, "request failed");
  else requestLogOf(log).info(fields, "request");
}
