import { createServer, type ServerResponse } from "node:http";
import type { Services } from "../domain/scope.ts";
import { metrics } from "../platform/metrics.ts";
import { watchBacklog } from "./backlog.ts";
import { listen, stopListening } from "./listen.ts";
import { plain } from "./respond.ts";

const READY_WITHIN_MS = 2_000;

/** Answers what operators ask a process; false when it was none of that. */
export type Inside = (path: string, response: ServerResponse) => Promise<boolean>;

interface Options {
  isLeaving: () => boolean;
  hasMetrics: boolean;
}

/** Health, readiness and metrics of this process. */
export function createInside(services: Services, { isLeaving, hasMetrics }: Options): Inside {
  watchBacklog(services);
  return async function answer(path, response) {
    if (path === "/healthz") plain(response, 200, "application/json", '{"status":"ok"}');
    else if (path === "/readyz") await ready(services, response, isLeaving());
    else if (path === "/metrics" && hasMetrics)
      plain(response, 200, metrics.contentType, await metrics.metrics());
    else return false;
    return true;
  };
}

/** Opens a port for these alone: for a worker, which has no other, and so that metrics are not for everybody. */
export async function openInside(
  services: Services,
  { host, port, isLeaving }: { host: string; port: number; isLeaving: () => boolean },
): Promise<() => Promise<void>> {
  const inside = createInside(services, { isLeaving, hasMetrics: true });
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    try {
      if (!(await inside(path, response))) plain(response, 404, "text/plain; charset=utf-8", "Not found.");
    } catch (error) {
      services.log.error({ err: error }, "a question of the operator's failed");
      if (!response.headersSent) plain(response, 500, "text/plain; charset=utf-8", "Something went wrong.");
    }
  });
  await listen(server, host, port);
  return () => stopListening(server);
}

/**
 * Ready = the database answers within two seconds, and the process is there to stay. A busy pool alone makes nobody unready: one
 * process after the other would be taken out, and the rest get more to do. So it is without the second wall between tenants:
 * the first holds, and the operator is told.
 */
async function ready(services: Services, response: ServerResponse, isLeaving: boolean): Promise<void> {
  if (isLeaving) return plain(response, 503, "application/json", '{"status":"shutting down"}');
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("late")), READY_WITHIN_MS).unref(),
  );
  try {
    await Promise.race([services.pingDatabase(), late]);
    // Told as it was last seen: nobody waits here for a connection of the pool.
    void services.tenantWall.look();
    const tenantWall = services.tenantWall.stands() ? "standing" : "missing";
    plain(response, 200, "application/json", JSON.stringify({ status: "ready", tenant_wall: tenantWall }));
  } catch {
    plain(response, 503, "application/json", '{"status":"database away"}', { "retry-after": "1" });
  }
}
