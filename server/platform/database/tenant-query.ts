import pg from "pg";

/** The role that row level security holds to one tenant's rows; see tenant-wall.ts. */
export const RLS_ROLE = "usher_web";

/** For the rest of the transaction: the role, and whose rows it sees. */
const ENTER = {
  name: "usher-wall",
  text: `select set_config('role', '${RLS_ROLE}', true), set_config('usher.tenant_id', $1, true)`,
};

/** What is written to a connection, as far as it matters here; pg's types leave it out. */
interface Wire {
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

/** The inside of pg's Query, which its types leave out. */
interface Inside {
  requiresPreparation(): boolean;
  prepare(connection: Wire): void;
  handleDataRow(message: Message): void;
  handleCommandComplete(message: Message, connection: Wire): void;
}

const Query = pg.Query as unknown as new (
  statement: pg.QueryConfig,
  values: undefined,
  callback: Callback,
) => Inside & pg.Submittable;

/**
 * A statement with what makes it a tenant's before it, in one message to the server and one transaction of their own
 * (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
class TenantQuery extends Query {
  readonly #tenantId: string;
  #isInside = false;

  constructor(statement: pg.QueryConfig, tenantId: string, callback: Callback) {
    super(statement, undefined, callback);
    this.#tenantId = tenantId;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    const valueMapper = (value: string) => value;
    connection.bind({
      portal: "",
      statement: ENTER.name,
      values: [this.#tenantId],
      binary: false,
      valueMapper,
    });
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: Message): void {
    if (this.#isInside) super.handleDataRow(message);
  }

  override handleCommandComplete(message: Message, connection: Wire): void {
    if (this.#isInside) super.handleCommandComplete(message, connection);
    this.#isInside = true;
  }
}

/** Runs one statement as a tenant's. Rejects with what the server says. */
export async function runForTenant<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  tenantId: string,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const { connection } = client as pg.PoolClient & { connection: Wire };
  // Once a connection; it sets nothing beyond its own transaction.
  if (connection.parsedStatements[ENTER.name] === undefined)
    await client.query({ ...ENTER, values: [tenantId] });
  return new Promise((resolve, reject) => {
    const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new TenantQuery({ ...statement, values: statement.values ?? [] }, tenantId, done));
  });
}
