import { ApiError } from "../errors/api-error.ts";

/** What was known of our row before another system was read. */
interface Noted {
  /** How many reads of it were saved. */
  version: number;
}

interface Steps<N extends Noted, T> {
  /** Reads our row's version, before the other system is read. */
  note(): Promise<N>;
  /** Reads the other system, outside any transaction. */
  read(noted: N): Promise<T>;
  /**
   * In one transaction: locks the row and, only when its version is still the one noted, saves what was read and raises the version
   * by 1, also when nothing differs. Answers the version that it found.
   */
  save(value: T, noted: N): Promise<{ version: number; isChanged: boolean }>;
}

/** The change of a row's version, in the transaction that saves a read. */
export const NEXT_VERSION = { syncVersion: { increment: 1 } } as const;

/** Two are enough unless the row is deleted and made again meanwhile, which starts its versions anew. */
const MAX_READS = 5;

/**
 * Copies another system's state into a row of ours without a lock during the read, so that no connection waits for the network. Every read
 * that is saved began after the one saved before it: an older state never replaces a newer one, however late its answer comes. When another
 * read was saved meanwhile, it reads again; when two were, the second began after this call did, and its result stands. Returns whether
 * this call changed the row. Throws subscription_change_in_progress.
 */
export async function readThenSave<N extends Noted, T>({ note, read, save }: Steps<N, T>): Promise<boolean> {
  const first = await note();
  let noted = first;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if (noted.version >= first.version + 2) return false;
    const saved = await save(await read(noted), noted);
    if (saved.version === noted.version) return saved.isChanged;
    noted = await note();
  }
  throw new ApiError("subscription_change_in_progress");
}
