import type { IncomingMessage, ServerResponse } from "node:http";
import { isSameSecret } from "../platform/crypto.ts";
import { ReadOnlyDatabase } from "../platform/database/connection-errors.ts";
import { metrics } from "../platform/metrics.ts";
import type { Services } from "../platform/scope.ts";
import { watchBacklog } from "./backlog.ts";
import { createListener, listen, stopListening } from "./listen.ts";
import { plain } from "./respond.ts";

/** How long the database may take, milliseconds. */
interface Timeouts {
  /** Until we go by what was before: balancers wait a second for us, some of them. */
  answer: number;
  /** Since its last answer, until it counts as away: a machine that gasps for a while is not one that is gone. */
  silence: number;
}

const TIMEOUTS: Timeouts = { answer: 500, silence: 10_000 };

/** Answers what operators ask a process; false when it was none of that. */
export type OpsEndpoints = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Who reads metrics: whoever reaches the port, or who has the bearer token; null: they are not there. */
export type MetricsAccess = "open" | { token: string } | null;

interface Options {
  isLeaving: () => boolean;
  metricsAccess: MetricsAccess;
  timeouts?: Timeouts;
}

/** Health, readiness and metrics of this process. */
export function createOpsEndpoints(
  services: Services,
  { isLeaving, metricsAccess, timeouts = TIMEOUTS }: Options,
): OpsEndpoints {
  watchBacklog(services);
  const findTrouble = watchDatabase(services, timeouts);
  return async function answer(request, response) {
    const path = (request.url ?? "/").split("?", 1)[0];
    if (path === "/healthz") plain(response, 200, "application/json", '{"status":"ok"}');
    else if (path === "/readyz") await ready(services, response, isLeaving() ? null : findTrouble);
    else if (path === "/metrics" && metricsAccess !== null)
      await serveMetrics(request, response, metricsAccess);
    else return false;
    return true;
  };
}

/** RFC 6750 §3: a request without the token is told that it needs one. */
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

/** Opens a port for these alone: for a worker, which has no other, and so that metrics are not for everybody. */
export async function openOpsEndpoints(
  services: Services,
  { host, port, ...options }: Omit<Options, "metricsAccess"> & { host: string; port: number },
): Promise<() => Promise<void>> {
  const inside = createOpsEndpoints(services, { ...options, metricsAccess: "open" });
  const server = createListener();
  server.on("request", async (request, response) => {
    try {
      if (!(await inside(request, response))) plain(response, 404, "text/plain; charset=utf-8", "Not found.");
    } catch (error) {
      services.log.error({ err: error }, "a question of the operator's failed");
      if (!response.headersSent) plain(response, 500, "text/plain; charset=utf-8", "Something went wrong.");
    }
  });
  await listen(server, host, port);
  return () => stopListening(server);
}

/** What keeps a process from being ready. */
interface Trouble {
  status: "database away" | "database read-only";
  reason?: string;
}

const AWAY: Trouble = { status: "database away" };

/**
 * What is wrong with the database; null: it answers, or it did a moment ago and is slow. One that is gone, or takes no writes,
 * says so at once.
 */
function watchDatabase(services: Services, { answer, silence }: Timeouts): () => Promise<Trouble | null> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const answered = services.pingDatabase().then(() => {
      answeredAt = performance.now();
      return null;
    });
    const late = new Promise<Trouble | null>((resolve) =>
      setTimeout(() => resolve(performance.now() - answeredAt < silence ? null : AWAY), answer).unref(),
    );
    return Promise.race([answered, late]).catch((error: unknown) =>
      error instanceof ReadOnlyDatabase ? { status: "database read-only", reason: error.message } : AWAY,
    );
  };
}

/**
 * Ready = the database is there and takes writes, and the process is there to stay (findTrouble is null when it leaves). A busy pool alone makes
 * nobody unready: one process after the other would be taken out, and the rest get more to do. So it is without the second wall
 * between tenants: the first holds, and the operator is told.
 */
async function ready(
  services: Services,
  response: ServerResponse,
  findTrouble: (() => Promise<Trouble | null>) | null,
): Promise<void> {
  if (!findTrouble) return plain(response, 503, "application/json", '{"status":"shutting down"}');
  const trouble = await findTrouble();
  if (trouble)
    return plain(response, 503, "application/json", JSON.stringify(trouble), { "retry-after": "1" });
  // Told as it was last seen: nobody waits here for a connection of the pool.
  void services.rlsMonitor.refresh();
  const rlsMonitor = services.rlsMonitor.isEnforced() ? "standing" : "missing";
  plain(response, 200, "application/json", JSON.stringify({ status: "ready", tenant_wall: rlsMonitor }));
}
