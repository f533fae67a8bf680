import type pg from "pg";
import { Gauge } from "prom-client";
import type { Log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { findGap } from "./rls-role.ts";

/** How long a result stays valid, milliseconds: roles and policies seldom change. */
const FRESH_MS = 30_000;

/** Whether row-level security holds this process's callers to their tenant. */
export interface RlsMonitor {
  /** The result of the last check. */
  isEnforced(): boolean;
  /** Why it is not enforced, in words for the operator; null when it is. */
  gap(): string | null;
  /** Checks again when the last check is 30 seconds old. While the database cannot be asked, the last result stays. */
  refresh(): Promise<void>;
}

const gauge = new Gauge({
  name: "usher_row_level_security",
  help: "1 when row-level security holds this process's callers to their tenant, else 0.",
  registers: [metrics],
  async collect() {
    await current?.refresh();
    if (current) this.set(current.isEnforced() ? 1 : 0);
  },
});

/** The monitor of this process, for the metric. */
let current: RlsMonitor | undefined;

interface Options {
  pool: Pick<pg.Pool, "query">;
  /** Whether this process runs its callers' statements as the restricted role. It decides that at start. */
  isUsed: boolean;
  log: Log;
  freshMs?: number;
}

/** Starts to monitor row-level security, and logs when it is no longer enforced and when it is again. */
export async function monitorRls({ pool, isUsed, log, freshMs = FRESH_MS }: Options): Promise<RlsMonitor> {
  let gap: string | null | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const whyNot = () => gap ?? (isUsed ? null : "it was incomplete when this process started: start it again");
  const monitor: RlsMonitor = {
    isEnforced: () => whyNot() === null,
    gap: whyNot,
    async refresh() {
      if (performance.now() - checkedAt < freshMs) return;
      checkedAt = performance.now();
      const before = gap;
      gap = await findGap(pool).catch(() => before);
      if (gap === before) return;
      if (gap) log.warn({ gap }, "row-level security does not hold this process; see docs/operations.md");
      else if (before !== undefined) log.warn({ isUsed }, "row-level security is complete again");
    },
  };
  await monitor.refresh();
  current = monitor;
  gauge.set(monitor.isEnforced() ? 1 : 0);
  return monitor;
}
