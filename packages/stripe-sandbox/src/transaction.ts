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
  const { client, release } = await take(pool);
  try {
    const store = new Store(client, account, realTime(), cause);
    return await work(store).finally(() => store.idle());
  } finally {
    release();
  }
}

/**
 * A connection of the pool, and how it is given back. Its errors reach us alone while it is ours, and an unhandled one would
 * end the process. The statement that was on it fails anyway, and the pool does not get the broken one again.
 */
async function take(pool: pg.Pool): Promise<{ client: pg.PoolClient; release(broken?: Error): void }> {
  const client = await pool.connect();
  let loss: Error | undefined;
  const onLoss = (error: Error) => {
    loss = error;
  };
  client.on("error", onLoss);
  return {
    client,
    release(broken) {
      client.off("error", onLoss);
      client.release(broken ?? loss);
    },
  };
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
  const { client, release } = await take(pool);
  try {
    await client.query("begin");
    const store = new Store(client, account, realTime(), cause);
    const result = await work(store).finally(() => store.idle());
    await store.flush();
    await client.query("commit");
    release();
    if (store.hasDeliveries) onDeliveries?.();
    return result;
  } catch (error) {
    const broken = await client.query("rollback").then(
      () => undefined,
      (failure: Error) => failure,
    );
    release(broken);
    throw error;
  }
}

function realTime(): number {
  return Math.floor(Date.now() / 1000);
}
