import { readFile } from "node:fs/promises";

/** The resident memory of a process in MB, its files and threads included; NaN where there is no /proc. */
export async function residentMemory({ pid }: { pid: number }): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}
