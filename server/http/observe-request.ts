import type { ApiError } from "../errors/api-error.ts";
import type { Log } from "../platform/log.ts";
import { requestSeconds } from "../platform/metrics.ts";
import { traceId } from "../platform/tracing.ts";

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

/** A request that was answered. */
export interface Observation {
  requestId: string;
  operation: string;
  method: string;
  status: number;
  seconds: number;
  tenantId: string | undefined;
  failure: ApiError | undefined;
  /** The code of a refusal that was stored or answered without being thrown. */
  code?: string | undefined;
}

/** Counts and times a request and writes its one log line; a failure of ours is logged with its cause. */
export function observeRequest(log: Log, seen: Observation): void {
  requestSeconds.observe(
    { operation: seen.operation, method: seen.method, status: seen.status },
    seen.seconds,
  );
  const fields = {
    request_id: seen.requestId,
    operation: seen.operation,
    method: seen.method,
    status: seen.status,
    duration_ms: Math.round(seen.seconds * 1e6) / 1000,
    tenant_id: seen.tenantId,
    k_code: seen.failure?.code ?? seen.code,
    trace_id: traceId(),
  };
  if (seen.status >= 500 && seen.failure)
    log.error({ ...fields, err: seen.failure.cause ?? seen.failure }, "request failed");
  else requestLogOf(log).info(fields, "request");
}
