import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProcessAlive } from "./process.ts";

const HEARTBEAT_MS = 1_000;
/** A holder whose file has not moved for this long is gone: killed, or its machine was. */
const STALE_MS = 10_000;
/** An empty file is one that is just being written, or that a full disk or a crash kept from being written. */
const EMPTY_STALE_MS = 1_000;
const POLL_MS = 50;

/**
 * Runs the work while no other process holds the same folder. The lock is a file that its holder touches every
 * second, so that one left behind by `kill -9` differs from a living one even when process ids are reused.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, "lock");
  const mark = `${process.pid} ${randomUUID()}`;
  let watched = { mtimeMs: 0, since: 0 };
  while (!(await take(file, mark))) {
    const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    // Measured on our own monotonic clock: the file's clock may be another machine's.
    if (mtimeMs !== watched.mtimeMs) watched = { mtimeMs, since: performance.now() };
    await breakLock(file, performance.now() - watched.since);
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    writeFile(file, mark, { flag: "r+" }).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

async function take(file: string, mark: string): Promise<boolean> {
  let made: Awaited<ReturnType<typeof open>>;
  try {
    made = await open(file, "wx");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
  try {
    await made.writeFile(mark);
    return true;
  } catch (error) {
    // A full disk takes the file's name and not its content: its owner would be unknown.
    await rm(file, { force: true });
    throw error;
  } finally {
    await made.close();
  }
}

/** Removes the lock when its holder has not touched it for long, or when its holder's process does not exist. */
async function breakLock(file: string, unmovedMs: number): Promise<void> {
  const seen = await readFile(file, "utf8").catch(() => undefined);
  if (seen === undefined) return;
  const isEmpty = seen === "";
  if (unmovedMs <= (isEmpty ? EMPTY_STALE_MS : STALE_MS)) {
    if (isEmpty || isProcessAlive(Number(seen.split(" ")[0]))) return;
  }
  // Renaming first: of two processes that find the same lock left behind, one moves it and the other finds nothing.
  const aside = `${file}.${randomUUID()}`;
  const isMoved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  const moved = await readFile(aside, "utf8");
  if (moved !== seen) await writeFile(file, moved, { flag: "wx" }).catch(() => undefined);
  await rm(aside, { force: true });
}
