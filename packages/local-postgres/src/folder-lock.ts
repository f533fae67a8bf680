import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLockFile } from "./file-lock.ts";

const POLL_MS = 50;
const KEEP_ALIVE_MS = 60_000;

/** Runs the work while no other process holds the same folder; waits for it as long as it takes. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, "folder.lock");
  let lock = tryLockFile(file);
  while (lock === null) {
    await sleep(POLL_MS);
    lock = tryLockFile(file);
  }
  // The session that holds the server does not keep this process alive, and the work waits for its answers.
  const keepAlive = setInterval(() => undefined, KEEP_ALIVE_MS);
  try {
    return await work();
  } finally {
    clearInterval(keepAlive);
    lock.release();
  }
}
