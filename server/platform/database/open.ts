import { PrismaPg } from "@prisma/adapter-pg";
import { watchPool } from "../metrics.ts";
import { type Prisma, PrismaClient } from "./client/client.ts";
import { type ReportCall, refuseCall, watchTransactions } from "./network-guard.ts";
import { MAX_WAIT_MS, QueuedPool } from "./queued-pool.ts";
import { openTenantDatabases, type TenantDatabases } from "./row-level-security.ts";
import type { Shares } from "./shares.ts";

/** The database inside a transaction. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** The same connections, for hot paths that are worth a statement of our own. */
  pool: QueuedPool;
  /** The same connections under row-level security: each database shows one tenant's rows alone. */
  tenantDatabases: TenantDatabases;
  close(): Promise<void>;
}

/** PostgreSQL cancels a statement that takes longer, and so frees its locks. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction that has had no statement for this long belongs to a program that is gone: PostgreSQL ends it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** A transaction of Prisma waits for a connection as long as the pool does, and may then last as long as a statement. */
const TRANSACTION = { maxWait: MAX_WAIT_MS, timeout: STATEMENT_TIMEOUT_MS };
/** The longest time that Node's timers count, 24 days: Prisma's transactions have no way to go without a limit. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const UNLIMITED_TRANSACTION = { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS };

/**
 * Opens the pool and the Prisma client upon it. It opens no connection until one is needed: at boot `migrateDatabase` reports a
 * server that cannot be reached. When an idle connection breaks, `onConnectionLost` is called and the pool opens another.
 * `onNetworkCall` handles network calls within a transaction; by default they throw. Without time limits, everything takes as long
 * as the machine needs: for work that nobody waits for, such as a first start.
 */
export function openDatabase(options: {
  connectionString: string;
  poolSize: number;
  /** Connections that are kept for each kind of work; none by default. */
  shares?: Shares;
  applicationName: string;
  onConnectionLost?: (error: Error) => void;
  onNetworkCall?: ReportCall;
  hasTimeLimits?: boolean;
}): Database {
  const { hasTimeLimits = true } = options;
  const transaction = hasTimeLimits ? TRANSACTION : UNLIMITED_TRANSACTION;
  const onNetworkCall = options.onNetworkCall ?? refuseCall;
  const onConnectionLost = options.onConnectionLost ?? (() => undefined);
  const pool = new QueuedPool({
    connectionString: inUtc(options.connectionString),
    max: options.poolSize,
    ...(options.shares && { shares: options.shares }),
    application_name: options.applicationName,
    hasTimeLimits,
    ...(hasTimeLimits && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
  });
  pool.on("error", onConnectionLost);
  const unwatch = watchPool(pool, options.poolSize);
  const prisma = watchTransactions(
    new PrismaClient({
      adapter: new PrismaPg(pool, { onConnectionError: onConnectionLost }),
      transactionOptions: transaction,
    }),
    onNetworkCall,
  );
  const tenantDatabases = openTenantDatabases(pool, transaction, onNetworkCall);
  return {
    prisma,
    pool,
    tenantDatabases,
    async close() {
      unwatch();
      await tenantDatabases.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * The address with sessions in UTC, whatever the role or the server sets: `@prisma/adapter-pg` drops the offset of a timestamptz
 * and reads the rest as UTC.
 */
function inUtc(connectionString: string): string {
  const url = new URL(connectionString);
  const options = [url.searchParams.get("options"), "-c TimeZone=UTC"];
  url.searchParams.set("options", options.filter(Boolean).join(" "));
  return url.href;
}
