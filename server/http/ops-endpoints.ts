import type { IncomingMessage, ServerResponse } from "node:http";
import { isSameSecret } from "../platform/crypto.ts";
import { ReadOnlyDatabase } from "../platform/database/connection-errors.ts";
import { metrics } from "../platform/metrics.ts";
import type { Services } from "../platform/scope.ts";
import { watchBacklog } from "./backlog.ts";
import { createListener, listen, stopListening } from "./listen.ts";
import { plain } from "./respond.ts";

/** Timeouts of the readiness check, milliseconds. */
interface Timeouts {
  /** Until the last result counts instead: some load balancers wait no longer than a second. */
  answer: number;
  /** Without an answer until the database counts as unavailable: a short stall is no outage. */
  silence: number;
}

const TIMEOUTS: Timeouts = { answer: 500, silence: 10_000 };

/** Serves the endpoints for operators; returns false for any other path. */
export type OpsEndpoints = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Who may read metrics: every client of the port, or clients with the bearer token; null: they are not served. */
export type MetricsAccess = "open" | { token: string } | null;

interface Options {
  isDraining: () => boolean;
  metricsAccess: MetricsAccess;
  timeouts?: Timeouts;
}

/** Health, readiness and metrics of this process. */
export function createOpsEndpoints(
  services: Services,
  { isDraining, metricsAccess, timeouts = TIMEOUTS }: Options,
): OpsEndpoints {
  watchBacklog(services);
  const findProblem = watchDatabase(services, timeouts);
  return async function answer(request, response) {
    const path = (request.url ?? "/").split("?", 1)[0];
    if (path === "/healthz") plain(response, 200, "application/json", '{"status":"ok"}');
    else if (path === "/readyz") await ready(services, response, isDraining() ? null : findProblem);
    else if (path === "/metrics" && metricsAccess !== null)
      await serveMetrics(request, response, metricsAccess);
    else return false;
    return true;
  };
}

/** RFC 6750 §3: a request without the token gets a challenge. */
async function serveMetrics(
  { headers }: IncomingMessage,
  response: ServerResponse,
  access: NonNullable<MetricsAccess>,
): Promise<void> {
  if (access === "open" || isSameSecret(headers.authorization ?? "", `Bearer ${access.token}`))
    return plain(response, 200, metrics.contentType, await metrics.metrics());
  const message = "Metrics need the bearer token of USHER_METRICS_TOKEN.\n";
  plain(response, 401, "text/plain; charset=utf-8", message, {
    "www-authenticate": 'Bearer realm="metrics"',
  });
}

/** Opens a port for these endpoints alone: for a worker, which has no other port, and to keep metrics private. */
export async function openOpsEndpoints(
  services: Services,
  { host, port, ...options }: Omit<Options, "metricsAccess"> & { host: string; port: number },
): Promise<() => Promise<void>> {
  const endpoints = createOpsEndpoints(services, { ...options, metricsAccess: "open" });
  const server = createListener();
  server.on("request", async (request, response) => {
    try {
      if (!(await endpoints(request, response)))
        plain(response, 404, "text/plain; charset=utf-8", "Not found.");
    } catch (error) {
      services.log.error({ err: error }, "an operator's request failed");
      if (!response.headersSent) plain(response, 500, "text/plain; charset=utf-8", "Something went wrong.");
    }
  });
  await listen(server, host, port);
  return () => stopListening(server);
}

/** Why a process is not ready. */
interface Problem {
  status: "database away" | "database read-only" | "work stalled";
  reason?: string;
}

const UNAVAILABLE: Problem = { status: "database away" };

/**
 * Checks the database: null when it answers, or when it is slow but answered a moment ago. One that refuses connections or takes no
 * writes is reported at once.
 */
function watchDatabase(services: Services, { answer, silence }: Timeouts): () => Promise<Problem | null> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const answered = services.pingDatabase().then(() => {
      answeredAt = performance.now();
      return null;
    });
    const late = new Promise<Problem | null>((resolve) =>
      setTimeout(
        () => resolve(performance.now() - answeredAt < silence ? null : UNAVAILABLE),
        answer,
      ).unref(),
    );
    return Promise.race([answered, late]).catch((error: unknown) =>
      error instanceof ReadOnlyDatabase
        ? { status: "database read-only", reason: error.message }
        : UNAVAILABLE,
    );
  };
}

/**
 * Ready means that the database answers and takes writes, and that the process is not draining (findProblem is null when it is). A
 * busy pool does not make a process unready: load balancers would take out one process after another, and the rest would get
 * more load. Missing row-level security does not either: every statement names its tenant, and the answer reports it. A worker is not
 * ready either while its work stalls.
 */
async function ready(
  services: Services,
  response: ServerResponse,
  findProblem: (() => Promise<Problem | null>) | null,
): Promise<void> {
  if (!findProblem) return plain(response, 503, "application/json", '{"status":"shutting down"}');
  const stalled = services.work.stalled().map(({ name, seconds }) => `${name} (${seconds} s)`);
  const problem = (await findProblem()) ?? findStalled(services, stalled);
  if (problem)
    return plain(response, 503, "application/json", JSON.stringify(problem), { "retry-after": "1" });
  // Reports the last result: readiness must not wait for a connection of the pool.
  void services.rlsMonitor.refresh();
  const gap = services.rlsMonitor.gap();
  const detail = {
    row_level_security: gap === null ? "on" : "off",
    ...(gap !== null && { row_level_security_gap: gap }),
    ...(stalled.length > 0 && { stalled }),
  };
  plain(response, 200, "application/json", JSON.stringify({ status: "ready", ...detail }));
}

/** A worker whose jobs or loops do not succeed is not ready. A process that serves requests is: they need none of that. */
function findStalled({ config }: Services, stalled: string[]): Problem | null {
  if (config.role !== "worker" || stalled.length === 0) return null;
  return { status: "work stalled", reason: `Since its last success: ${stalled.join(", ")}.` };
}
