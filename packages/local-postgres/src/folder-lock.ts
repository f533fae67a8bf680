import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLockFile } from "./file-lock.ts";

const POLL_MS = 50;

/** Runs the work while no other process holds the same folder; waits for it as long as it takes. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, "folder.lock");
  let lock = tryLockFile(file);
  while (lock === null) {
    await sleep(POLL_MS);
    lock = tryLockFile(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
