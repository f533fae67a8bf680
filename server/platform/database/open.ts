import { PrismaPg } from "@prisma/adapter-pg";
import { watchPool } from "../metrics.ts";
import { type Prisma, PrismaClient } from "./client/client.ts";
import { LONGEST_WAIT_MS, QueuedPool } from "./queued-pool.ts";
import { openTenantDatabases, type TenantDatabases } from "./row-level-security.ts";

/** The database inside a transaction. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** The same connections, for the few named statements that pay. */
  pool: QueuedPool;
  /** The same connections behind the second wall, where one tenant's rows are all there is. */
  wall: TenantDatabases;
  close(): Promise<void>;
}

/** No request of ours may work this long; a statement that does is cut off, and its locks with it. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction that waits for its own program this long has lost it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** A transaction of Prisma waits as long for a connection as the pool has it wait, and may then last this long. */
const TRANSACTION = { maxWait: LONGEST_WAIT_MS, timeout: STATEMENT_TIMEOUT_MS };

/**
 * The pool and the Prisma client upon it; connections are made as they are needed, so that whoever boots learns from
 * `migrateDatabase` whether the server can be reached. The death of an idle connection is survived and told to
 * `onConnectionLost`; the pool opens another.
 */
export function openDatabase(options: {
  connectionString: string;
  poolSize: number;
  applicationName: string;
  onConnectionLost?: (error: Error) => void;
}): Database {
  const onConnectionLost = options.onConnectionLost ?? (() => undefined);
  const pool = new QueuedPool({
    connectionString: inUtc(options.connectionString),
    max: options.poolSize,
    application_name: options.applicationName,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  pool.on("error", onConnectionLost);
  const unwatch = watchPool(pool, options.poolSize);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { onConnectionError: onConnectionLost }),
    transactionOptions: TRANSACTION,
  });
  const wall = openTenantDatabases(pool, TRANSACTION);
  return {
    prisma,
    pool,
    wall,
    async close() {
      unwatch();
      await wall.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * The address with sessions in UTC, whatever the role's or the server's own setting: `@prisma/adapter-pg` drops the
 * offset of a timestamptz and takes the rest for UTC.
 */
function inUtc(connectionString: string): string {
  const url = new URL(connectionString);
  const options = [url.searchParams.get("options"), "-c TimeZone=UTC"];
  url.searchParams.set("options", options.filter(Boolean).join(" "));
  return url.href;
}
