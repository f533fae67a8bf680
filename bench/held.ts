import { existsSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const GROUPS = "/sys/fs/cgroup";
/** Short, so that a process that has used its share waits a moment and not a tenth of a second. */
const PERIOD_MICROSECONDS = 50_000;

/**
 * Gives each of the processes at most so much of a core (0.5 is half of one), by control groups of Linux, old and new; they are
 * free again when what is answered is called. Null where that is not allowed: it takes root.
 */
export async function holdTo(pids: number[], cores: number): Promise<(() => Promise<void>) | null> {
  const isNew = existsSync(join(GROUPS, "cgroup.controllers"));
  const parent = isNew ? GROUPS : join(GROUPS, "cpu");
  const quota = Math.round(cores * PERIOD_MICROSECONDS);
  const limits: [string, string][] = isNew
    ? [["cpu.max", `${quota} ${PERIOD_MICROSECONDS}`]]
    : [
        ["cpu.cfs_period_us", String(PERIOD_MICROSECONDS)],
        ["cpu.cfs_quota_us", String(quota)],
      ];
  const made: { folder: string; pid: number }[] = [];
  const release = async () => {
    for (const { folder, pid } of made) {
      await writeFile(join(parent, "cgroup.procs"), String(pid));
      await rmdir(folder);
    }
  };
  try {
    for (const pid of pids) {
      const folder = join(parent, `usher-bench-${pid}`);
      await mkdir(folder);
      made.push({ folder, pid });
      for (const [name, value] of limits) await writeFile(join(folder, name), value);
      await writeFile(join(folder, "cgroup.procs"), String(pid));
    }
    return release;
  } catch (error) {
    await release().catch(() => undefined);
    process.stderr.write(`· processes cannot be held to a share of a core here: ${String(error)}\n`);
    return null;
  }
}
