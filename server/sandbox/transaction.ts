import type pg from "pg";
import { Store } from "./store.ts";

/** Runs work in a transaction on one account's objects; writers of one account wait for each other. */
export async function inAccount<T>(
  pool: pg.Pool,
  account: string,
  isWrite: boolean,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    if (isWrite) await client.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [account]);
    const result = await work(new Store(client, account, Math.floor(Date.now() / 1000)));
    await client.query("commit");
    client.release();
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
