import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite's SQLITE_BUSY: another connection holds a lock that excludes ours (https://www.sqlite.org/rescode.html#busy). */
const BUSY = 5;

/** The databases of locks that are held: one that nothing refers to would be closed by the garbage collector, and its lock freed. */
const held = new Set<DatabaseSync>();

/** A lock that this process holds. */
export interface FileLock {
  /** Frees it. The file stays: removed, it could be locked twice. */
  release(): void;
}

/**
 * Takes the lock of a file, which is made when it is missing; null while another process holds it. The operating system keeps the lock:
 * it ends with its process, whatever ends it, so that neither process ids, which are reused and differ between containers, nor
 * clocks matter. Node has no call for that, but its SQLite locks the file of a database in this way, and nothing is written to it
 * (https://www.sqlite.org/lockingv3.html). Throws what keeps the file from being opened, such as a folder that is read-only.
 */
export function tryLockFile(file: string): FileLock | null {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    database.exec("pragma journal_mode = memory; begin exclusive");
    held.add(database);
    return {
      release() {
        if (held.delete(database)) database.close();
      },
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return null;
    throw error;
  }
}
