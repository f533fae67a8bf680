import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { screen } from "./screen.mjs";

const POLL_MS = 200;
/** A lock folder without a process id is abandoned after this: normally the id follows within microseconds. */
const UNMARKED_MS = 5_000;

/**
 * Runs work under a lock, so that one process at a time prepares this clone; waits for it as long as it takes. A lock whose holder
 * died is free. A process is known by its id and by when it began: ids are reused, in a container that is started again at once.
 */
export async function withLock(root, work) {
  const folder = join(
    tmpdir(),
    `usher-prepare-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  const holder = join(folder, "pid");
  let unmarkedSince;
  let waiting;
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const mark = readMark(holder);
    unmarkedSince = mark ? undefined : (unmarkedSince ?? performance.now());
    const isAbandoned = mark
      ? markOf(mark.split(" ")[0]) !== mark
      : performance.now() - unmarkedSince > UNMARKED_MS;
    if (isAbandoned) rmSync(folder, { recursive: true, force: true });
    else {
      waiting ??= screen.begin("waiting for another process that prepares this folder");
      await sleep(POLL_MS);
    }
  }
  waiting?.end();
  writeFileSync(holder, markOf(process.pid));
  const free = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", free);
  try {
    return await work();
  } finally {
    process.off("exit", free);
    free();
  }
}

function readMark(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** What tells this process from others of its id; "" when there is none of that id. */
function markOf(pid) {
  if (!isAlive(Number(pid))) return "";
  return `${pid} ${beginningOf(pid)}`.trimEnd();
}

/** When a process began, in the words of the operating system; "" where it does not say. */
function beginningOf(pid) {
  if (process.platform === "win32") return "";
  try {
    // Field 22, in ticks since the machine was started (man 5 proc_pid_stat); the name before it may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[19];
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return (stdout ?? "").trim();
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === "EPERM";
  }
}
