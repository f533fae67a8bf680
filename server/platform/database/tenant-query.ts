import pg from "pg";

/** The role that row-level security restricts to one tenant's rows; see row-level-security.ts. */
export const RLS_ROLE = "usher_web";

/** Sets the role and the tenant for the rest of the transaction. */
const SET_TENANT = {
  name: "usher-set-tenant",
  text: `select set_config('role', '${RLS_ROLE}', true), set_config('usher.tenant_id', $1, true)`,
};

/** The protocol messages of pg's Connection, which its types leave out. */
interface Connection {
  parsedStatements: Record<string, string | undefined>;
  bind(message: {
    portal: string;
    statement: string;
    values: string[];
    binary: boolean;
    valueMapper: (value: string) => string;
  }): void;
  execute(message: { portal: string; rows: number }): void;
}

type Message = object;
type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The methods of pg's Query that its types leave out. */
interface QueryInternals {
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: Message): void;
  handleCommandComplete(message: Message, connection: Connection): void;
}

const Query = pg.Query as unknown as new (
  statement: pg.QueryConfig,
  values: undefined,
  callback: Callback,
) => QueryInternals & pg.Submittable;

/**
 * Sends SET_TENANT and the statement together: one round trip to the server, and one transaction of their own
 * (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
class TenantQuery extends Query {
  readonly #tenantId: string;
  #isTenantSet = false;

  constructor(statement: pg.QueryConfig, tenantId: string, callback: Callback) {
    super(statement, undefined, callback);
    this.#tenantId = tenantId;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    const valueMapper = (value: string) => value;
    connection.bind({
      portal: "",
      statement: SET_TENANT.name,
      values: [this.#tenantId],
      binary: false,
      valueMapper,
    });
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: Message): void {
    if (this.#isTenantSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: Message, connection: Connection): void {
    if (this.#isTenantSet) super.handleCommandComplete(message, connection);
    this.#isTenantSet = true;
  }
}

/** Runs one statement under row-level security, for a tenant. Rejects with the server's error. */
export async function runForTenant<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  tenantId: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const { connection } = client as pg.PoolClient & { connection: Connection };
  // Prepared once per connection; it sets nothing beyond its own transaction.
  if (connection.parsedStatements[SET_TENANT.name] === undefined)
    await client.query({ ...SET_TENANT, values: [tenantId] });
  return new Promise((resolve, reject) => {
    const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new TenantQuery({ ...statement, values: statement.values ?? [] }, tenantId, done));
  });
}
