import type pg from "pg";
import { examine } from "../doctor/examine.ts";
import type { Invariant } from "../doctor/invariant.ts";

type Client = Pick<pg.Client, "query">;

/** The invariants that the doctor finds violated in a tenant; other tests work beside it, and some of them break things on purpose. */
export async function foundIn(client: Client, tenantId: string): Promise<string[]> {
  const all = await examine(client);
  return all.flatMap(({ invariant, rows }) =>
    rows.some((row) => row.tenant_id === tenantId) ? [invariant.name] : [],
  );
}

/** Breaks rows of a tenant in a transaction, says which invariants are violated then, and takes it back. */
export async function foundAfter(
  client: Client,
  { tenantId, invariants, sql }: { tenantId: string; invariants: Invariant[]; sql: string },
): Promise<string[]> {
  await client.query("begin");
  try {
    await client.query(sql.replaceAll("$tenant", `'${tenantId}'`));
    const found: string[] = [];
    for (const { name, sql: question } of invariants) {
      const own = `select * from (${question}) all_of_them where tenant_id = '${tenantId}'`;
      if ((await client.query(own)).rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.query("rollback");
  }
}
