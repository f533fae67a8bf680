import pg from "pg";

// pg sends one statement a message and waits for its answer; it has no public way to send two. This module overrides four methods
// of its Query and calls two of its Connection, which its types leave out. pg-query-pair.contract.test.ts holds what it needs of them.

/** The protocol messages of pg's Connection. */
interface Connection {
  /** The statements that were prepared on this connection, by name. */
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

/** The methods of pg's Query that are overridden. */
interface QueryInternals {
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: Message): void;
  handleCommandComplete(message: Message, connection: Connection): void;
}

const Query = pg.Query as unknown as new (statement: pg.QueryConfig) => QueryInternals & pg.Submittable;

/** pg takes a callback beside a Submittable, too; its types leave that out. */
interface TakesCallback {
  query(statement: pg.Submittable, callback: Callback): void;
}

/** A statement that has a name, by which each connection prepares it once. */
export interface NamedStatement {
  name: string;
  text: string;
  values: string[];
}

/**
 * Sends two statements together: one round trip to the server, and one transaction of their own
 * (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). The result is the second's.
 */
class QueryPair extends Query {
  readonly #first: NamedStatement;
  #isFirstDone = false;

  constructor(first: NamedStatement, second: pg.QueryConfig) {
    super(second);
    this.#first = first;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    const valueMapper = (value: string) => value;
    connection.bind({
      portal: "",
      statement: this.#first.name,
      values: this.#first.values,
      binary: false,
      valueMapper,
    });
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: Message): void {
    if (this.#isFirstDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: Message, connection: Connection): void {
    if (this.#isFirstDone) super.handleCommandComplete(message, connection);
    this.#isFirstDone = true;
  }
}

/**
 * Runs two statements in one round trip and one transaction, and returns the second's result. Where the connection has not
 * prepared the first yet, it is run once by itself before: it must set nothing beyond its own transaction. Rejects with the
 * server's error.
 */
export async function queryPair<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  first: NamedStatement,
  second: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const { connection } = client as pg.PoolClient & { connection: Connection };
  const sender: TakesCallback = client;
  if (connection.parsedStatements[first.name] === undefined) await client.query(first);
  return new Promise((resolve, reject) => {
    const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
    // Given to query itself, where tracing wraps it: the statement's span ends when the answer is there.
    sender.query(new QueryPair(first, { ...second, values: second.values ?? [] }), done);
  });
}
