import type { WorkKind } from "../background.ts";
import type { Config } from "../config.ts";

/** How many connections of a pool are kept for each kind of work, whatever the others need. The rest is for any. */
export type Shares = Readonly<Record<WorkKind, number>>;

/** A pool without shares: first come, first served. */
export const NO_SHARES: Shares = { request: 0, job: 0, delivery: 0 };

/** A smaller pool cannot be shared out: each kind needs a connection. */
const SMALLEST_SHARED = 4;

/**
 * The shares of a process's pool: half for requests where it serves them, a sixth for jobs, a tenth for deliveries. So none can
 * take the last connections of another. A web process does neither jobs nor deliveries.
 */
export function sharesOf(role: Config["role"], poolSize: number): Shares {
  if (role === "web" || poolSize < SMALLEST_SHARED) return NO_SHARES;
  return {
    // A worker answers for its health and metrics.
    request: role === "worker" ? 1 : Math.floor(poolSize / 2),
    job: Math.max(1, Math.floor(poolSize / 6)),
    delivery: Math.max(1, Math.floor(poolSize / 10)),
  };
}
