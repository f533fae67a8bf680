import { existsSync } from "node:fs";
import { readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { program } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { explainFailure } from "./failures.ts";
import { isProcessAlive } from "./process.ts";
import { run } from "./run.ts";
import { renderSettings, type Settings } from "./settings.ts";

/** A big database that was killed may need long to recover, and a busy machine long for anything: a year is no limit. */
const START_TIMEOUT_S = 31_536_000;
const STOP_TIMEOUT_S = 120;
/** Children of a killed postmaster end by themselves, on a busy machine some time later; until then their memory blocks a new one. */
const ORPHAN_PAUSE_MS = 250;

const PROGRAM = /(^|\/)postgres[\0 ]/;

/** The running server of a data folder, as its postmaster.pid tells (src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

/**
 * The server that is running on this data folder, if there is one: left over from a killed process, or started by
 * another process. Waits for one that is on its way up or down; clears a stale pid file.
 */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = join(cluster.data, "postmaster.pid");
  for (;;) {
    if (!existsSync(file)) return undefined;
    const [pid, folder, , port, , , , status = ""] = (await readFile(file, "utf8").catch(() => "")).split(
      "\n",
    );
    if (!(await isPostmaster(Number(pid), cluster.data)) || (folder && folder !== cluster.data)) {
      // Dead, or a copy of a folder whose original is running elsewhere.
      await rm(file, { force: true });
      return undefined;
    }
    if (status.trim() === "ready") return { pid: Number(pid), port: Number(port), status: status.trim() };
    await sleep(100);
  }
}

/** Is this the server of that folder? In a container process ids are reused, and the number may belong to any process. */
async function isPostmaster(pid: number, data: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isProcessAlive(pid)) return false;
  if (process.platform === "win32") return true;
  if (process.platform !== "linux") {
    const { output } = await run("ps", ["-p", String(pid), "-o", "command="]);
    return PROGRAM.test(output);
  }
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  // A server works in its data folder; whose folder it is can be seen by its own account and by root.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => data);
  return PROGRAM.test(command) && folder === data;
}

/** Starts the server and waits until it answers, crash recovery included. Throws LocalPostgresError. */
export async function startPostmaster(
  cluster: Cluster,
  options: {
    port: number;
    settings: Settings | undefined;
    log: (line: string) => void;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { port, settings, log, signal } = options;
  const { data, distribution, account } = cluster;
  await writeSettings(join(data, "postgresql.conf"), renderSettings(port, settings));
  const startupLog = join(data, "startup.log");
  let isWaiting = false;
  for (;;) {
    await rm(startupLog, { force: true });
    const args = ["start", "-D", data, "-w", "-t", String(START_TIMEOUT_S), "-l", startupLog];
    const { code, output } = await run(program(distribution, "pg_ctl"), args, { account, signal });
    if (code === 0 || signal?.aborted) return;
    const said = `${output}\n${await readFile(startupLog, "utf8").catch(() => "")}\n${await lastLog(data)}`;
    const isBlockedByOrphans = /pre-existing shared memory block|lock file .* already exists/.test(said);
    if (!isBlockedByOrphans) throw explainFailure("The embedded PostgreSQL did not start", data, said);
    if (!isWaiting) log(`waiting for processes of an earlier PostgreSQL on ${data} to end`);
    isWaiting = true;
    await sleep(ORPHAN_PAUSE_MS, undefined, { signal });
  }
}

/** Left alone when they are the same: on a full disk they could be lost. */
async function writeSettings(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) !== text) await writeFile(file, text);
}

async function lastLog(data: string): Promise<string> {
  const folder = join(data, "log");
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  // Lines begin with the time, so that the newest line decides which file was written last.
  const newest = texts.toSorted((a, b) => lastLine(a).localeCompare(lastLine(b))).at(-1) ?? "";
  return newest.slice(-4000);
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

/** Stops the server: sessions are cut, everything committed is on disk, no recovery at the next start. */
export async function stopPostmaster({ data, distribution, account }: Cluster): Promise<void> {
  const args = ["stop", "-D", data, "-m", "fast", "-w", "-t", String(STOP_TIMEOUT_S)];
  const { code, output } = await run(program(distribution, "pg_ctl"), args, { account });
  if (code !== 0 && existsSync(join(data, "postmaster.pid"))) {
    throw explainFailure("The embedded PostgreSQL did not stop", data, output);
  }
}
