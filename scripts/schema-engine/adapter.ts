import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";

/** pg_type.oid of `"char"`, the one-letter type of PostgreSQL's own catalogue, and of `text`. */
const SYSTEM_CHAR = 18;
const TEXT = 25;

/** The driver of the schema engine. `close` ends every connection that it opened. */
export interface EngineAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  close(): Promise<void>;
}

/**
 * `@prisma/adapter-pg` with three corrections that migrations need:
 * a script goes to PostgreSQL as it is, where the adapter cuts it at every semicolon, also inside function bodies
 * and comments (and so one script is one transaction, as with Prisma's own binary);
 * columns of type `"char"`, which describe constraints, can be read;
 * the shadow database is dropped after its connection has ended, not before.
 */
export function createEngineAdapter(databaseUrl: string): EngineAdapter {
  const opened: SqlDriverAdapter[] = [];
  async function connect(url: string, afterwards?: () => Promise<void>): Promise<SqlDriverAdapter> {
    const adapter = await connectCorrected(url, afterwards);
    opened.push(adapter);
    return adapter;
  }
  return {
    factory: {
      provider: "postgres",
      adapterName: "@prisma/adapter-pg",
      connect: () => connect(databaseUrl),
      async connectToShadowDb() {
        const name = `usher_shadow_${randomUUID()}`;
        await runSql(databaseUrl, `create database "${name}" template template0`);
        const url = new URL(databaseUrl);
        url.pathname = name;
        return connect(url.href, () => runSql(databaseUrl, `drop database if exists "${name}" with (force)`));
      },
    },
    async close() {
      for (const adapter of opened) await adapter.dispose();
    },
  };
}

async function connectCorrected(url: string, afterwards?: () => Promise<void>): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: "usher migrations" });
  const runScript: (script: string) => Promise<unknown> = pool.query.bind(pool);
  const charColumns = readSystemCharsAsText(pool);
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();

  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(result.rows) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  adapter.executeScript = async (script) => {
    await runScript(script);
  };
  const dispose = adapter.dispose.bind(adapter);
  let disposed: Promise<void> | undefined;
  adapter.dispose = () => {
    disposed ??= dispose().then(afterwards);
    return disposed;
  };
  return adapter;
}

/** Reports `"char"` columns as text, for which the adapter has a type, and remembers their positions. */
function readSystemCharsAsText(pool: pg.Pool): WeakMap<unknown[], number[]> {
  const found = new WeakMap<unknown[], number[]>();
  // pg overloads `query` for callbacks and streams; the adapter calls the promise form alone.
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const corrected = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
    const result = await query(config);
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== SYSTEM_CHAR) continue;
      field.dataTypeID = TEXT;
      found.set(result.rows, [...(found.get(result.rows) ?? []), index]);
    }
    return result;
  };
  // The same overloads, given back.
  pool.query = corrected as typeof pool.query;
  return found;
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "usher migrations" });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
