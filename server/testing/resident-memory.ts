import { readFile, writeFile } from "node:fs/promises";

/** The resident memory of a process in MB, its files and threads included; NaN where there is no /proc. */
export const residentMemory = (process: { pid: number }) => megabytesOf(process, "VmRSS");

/** Begins to watch how high a process's resident memory rises. Returns a function that tells it so far, as exactly as the kernel. */
export async function watchPeak({ pid }: { pid: number }): Promise<() => Promise<number>> {
  // https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html: 5 sets the peak to what is resident now.
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
  return () => megabytesOf({ pid }, "VmHWM");
}

async function megabytesOf({ pid }: { pid: number }, line: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}
