import type pg from "pg";
import { Gauge } from "prom-client";
import type { Log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { findGap } from "./rls-role.ts";

/** How long what was seen is told again, milliseconds: whoever changes roles and policies does so seldom. */
const FRESH_MS = 30_000;

/** Whether the second wall between tenants is in force in this process. */
export interface RlsMonitor {
  /** As it was last seen. */
  stands(): boolean;
  /** Looks again when that was a while ago. What cannot be asked now stays as it was. */
  look(): Promise<void>;
}

const gauge = new Gauge({
  name: "usher_tenant_wall",
  help: "1 when row level security holds this process's callers to their tenant, else 0.",
  registers: [metrics],
  async collect() {
    await watched?.look();
    if (watched) this.set(watched.stands() ? 1 : 0);
  },
});

/** The process's own. */
let watched: RlsMonitor | undefined;

interface Watched {
  pool: Pick<pg.Pool, "query">;
  /** Whether the process began behind the wall; one that did not stays before it. */
  isUsed: boolean;
  log: Log;
  freshMs?: number;
}

/** Watches the wall from now on, and says in the log when it falls and when it stands again. */
export async function monitorRls({ pool, isUsed, log, freshMs = FRESH_MS }: Watched): Promise<RlsMonitor> {
  let gap: string | null | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const watch: RlsMonitor = {
    stands: () => isUsed && gap === null,
    async look() {
      if (performance.now() - lookedAt < freshMs) return;
      lookedAt = performance.now();
      const before = gap;
      gap = await findGap(pool).catch(() => before);
      if (gap === before) return;
      if (gap) log.warn({ gap }, "the second wall between tenants is not in force; see docs/operations.md");
      else if (before !== undefined) log.warn({ isUsed }, "the second wall between tenants is whole");
    },
  };
  await watch.look();
  watched = watch;
  gauge.set(watch.stands() ? 1 : 0);
  return watch;
}
