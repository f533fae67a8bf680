import type pg from "pg";
import { examine } from "../doctor/examine.ts";
import type { Invariant } from "../doctor/invariant.ts";
import { INVARIANTS } from "../doctor/invariants.ts";

type Client = Pick<pg.Client, "query">;

/**
 * The invariants that the doctor finds violated in a tenant. Other tests work beside it, and some of them break things on purpose: the
 * doctor lists a few rows of each invariant, which may all be theirs.
 */
export async function foundIn(client: Client, tenantId: string): Promise<string[]> {
  const own = INVARIANTS.map((invariant) => ({ ...invariant, sql: ofTenant(invariant, tenantId) }));
  return (await examine(client, own)).map(({ invariant }) => invariant.name);
}

function ofTenant({ sql }: Invariant, tenantId: string): string {
  return `select * from (${sql}) all_of_them where tenant_id = '${tenantId}'`;
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
    for (const invariant of invariants)
      if ((await client.query(ofTenant(invariant, tenantId))).rowCount) found.push(invariant.name);
    return found;
  } finally {
    await client.query("rollback");
  }
}
