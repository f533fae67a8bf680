import type pg from "pg";
import { type Cause, Store } from "./store.ts";

const DEADLOCK = "40P01";
const TAKEN = "23505";
const ATTEMPTS = 5;

interface Where {
  pool: pg.Pool;
  account: string;
  cause: Cause;
  /** Called after the commit when there is something to deliver. */
  onDeliveries?: () => void;
}

/** Reads an account's objects. */
export async function reading<T>(
  { pool, account, cause }: Where,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const store = new Store(client, account, realTime(), cause);
    return await work(store).finally(() => store.idle());
  } finally {
    client.release();
  }
}

/**
 * Changes an account's objects in one transaction. Two that wait for each other, or race for the same id, are settled by
 * running one of them again.
 */
export async function writing<T>(where: Where, work: (store: Store) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(where, work);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if ((code !== DEADLOCK && code !== TAKEN) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function once<T>(
  { pool, account, cause, onDeliveries }: Where,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const store = new Store(client, account, realTime(), cause);
    const result = await work(store).finally(() => store.idle());
    await store.flush();
    await client.query("commit");
    client.release();
    if (store.hasDeliveries) onDeliveries?.();
    return result;
  } catch (error) {
    const broken = await client.query("rollback").then(
      () => undefined,
      (failure: Error) => failure,
    );
    client.release(broken);
    throw error;
  }
}

function realTime(): number {
  return Math.floor(Date.now() / 1000);
}
