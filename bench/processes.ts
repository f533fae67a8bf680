import { readdir, readFile } from "node:fs/promises";

// What Linux says of processes in /proc (man 5 proc).

/** A process and all that it started. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await statOf(Number(name));
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const family = new Set([pid]);
  // A child may have a smaller number than its parent, once numbers have begun anew.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return [...family];
}

/** The process that started this one. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))?.[1]);
}

/** Seconds of processor time of a process and of all that it started and that live or were waited for. */
export async function processorSeconds(pid: number): Promise<number> {
  let ticks = 0;
  for (const member of await familyOf(pid)) {
    const stat = await statOf(member);
    // utime, stime; of children that ended, too.
    for (const field of stat?.slice(11, 15) ?? []) ticks += Number(field);
  }
  return ticks / 100;
}

/**
 * Bytes of memory that a process and all that it started hold: what several of them share is counted once in the sum (PSS), as
 * PostgreSQL's processes share most of theirs.
 */
export async function memoryOf(pid: number): Promise<number> {
  let kilobytes = 0;
  for (const member of await familyOf(pid)) {
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** The fields of /proc/<pid>/stat from the third on, which is the state; null when the process has ended. */
async function statOf(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
