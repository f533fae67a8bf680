import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;
/** A lock folder without a process id is abandoned after this: normally the id follows within microseconds. */
const UNMARKED_MS = 5_000;

/** Runs work under a lock, so that one process at a time prepares this clone. A lock whose holder died is free. */
export async function withLock(root, work) {
  const folder = join(
    tmpdir(),
    `usher-prepare-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  const holder = join(folder, "pid");
  let unmarkedSince;
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = readPid(holder);
    unmarkedSince = pid ? undefined : (unmarkedSince ?? performance.now());
    const isAbandoned = pid ? !isAlive(pid) : performance.now() - unmarkedSince > UNMARKED_MS;
    if (isAbandoned) rmSync(folder, { recursive: true, force: true });
    else await sleep(POLL_MS);
  }
  writeFileSync(holder, String(process.pid));
  const free = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", free);
  try {
    return await work();
  } finally {
    process.off("exit", free);
    free();
  }
}

function readPid(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
