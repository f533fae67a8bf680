import type pg from "pg";
import { queryPair } from "../../vendor/pg-query-pair.ts";

/** The role that row-level security restricts to one tenant's rows; see row-level-security.ts. */
export const RLS_ROLE = "usher_web";

/** Sets the role and the tenant for the rest of the transaction. */
const SET_TENANT = {
  name: "usher-set-tenant",
  text: `select set_config('role', '${RLS_ROLE}', true), set_config('usher.tenant_id', $1, true)`,
};

/** Runs one statement under row-level security, for a tenant, in one round trip. Rejects with the server's error. */
export function runForTenant<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  tenantId: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return queryPair(client, { ...SET_TENANT, values: [tenantId] }, statement);
}
