import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { Prisma, PrismaClient } from "./client/client.ts";
import { isConnectionUnusable } from "./connection-errors.ts";
import type { Db, Statements } from "./db.ts";
import { type ReportCall, refuseCall, watchTransactions } from "./network-guard.ts";
import { RLS_ROLE, runForTenant } from "./tenant-query.ts";

/**
 * How many tenants' databases are kept. Each holds a Prisma client of some 30 KB, so these take 6 MB. A tenant that is not among
 * them costs 0.6 ms of CPU for a new one, less than a request takes: more memory would save little.
 */
const TENANTS = 200;

/** The database as one tenant sees it: PostgreSQL hides other tenants' rows, whatever a statement asks for. */
export interface TenantDatabase {
  db: Db;
  pool: Statements;
}

/** Opens the database of a tenant. */
export interface TenantDatabases {
  of(tenantId: string): TenantDatabase;
  close(): Promise<void>;
}

/** The tenant of a call to Prisma, passed on to the pool that Prisma takes its connection from. */
const TENANT = new AsyncLocalStorage<string>();

/**
 * Opens databases under row-level security: a tenant's statements run as a role that PostgreSQL restricts to that tenant's rows.
 * The role and the tenant are set for the statement's own transaction, in the same round trip. So they cost no extra wait, leave
 * nothing behind on the connection, and work through a pooler. See docs/decisions/026.
 */
export function openTenantDatabases(
  pool: pg.Pool,
  transactionOptions: object,
  onNetworkCall: ReportCall = refuseCall,
): TenantDatabases {
  const client = new PrismaClient({
    adapter: new PrismaPg(new TenantPool(pool)),
    transactionOptions,
  }).$extends(WITHOUT_BATCHES) as unknown as PrismaClient;
  const prisma = watchTransactions(client, onNetworkCall);
  const databases = new LRUCache<string, TenantDatabase>({ max: TENANTS });
  return {
    of(tenantId) {
      const known = databases.get(tenantId);
      if (known) return known;
      const made: TenantDatabase = {
        db: forTenant(prisma, tenantId),
        pool: {
          query: (statement) => withClient(pool, (client) => runForTenant(client, tenantId, statement)),
        },
      };
      databases.set(tenantId, made);
      return made;
    },
    close: () => prisma.$disconnect(),
  };
}

/** Gives Prisma the connections of another pool. Each statement runs for the tenant of its call; without one it throws. */
class TenantPool extends pg.Pool {
  readonly #connections: pg.Pool;

  constructor(connections: pg.Pool) {
    // This pool opens no connection of its own.
    super({ max: 1 });
    this.#connections = connections;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads these; Prisma's adapter calls them so
  override query: any = (statement: pg.QueryConfig) => {
    const tenantId = currentTenant();
    return withClient(this.#connections, (client) => runForTenant(client, tenantId, statement));
  };

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override connect: any = async () => {
    const tenantId = currentTenant();
    return inTransaction(await this.#connections.connect(), tenantId);
  };
}

function currentTenant(): string {
  const tenantId = TENANT.getStore();
  if (tenantId === undefined) throw new Error("A statement under row-level security has no tenant.");
  return tenantId;
}

/** A connection whose BEGIN also sets the role and the tenant, for as long as the transaction lasts. */
function inTransaction(client: pg.PoolClient, tenantId: string): pg.PoolClient {
  const begin = `BEGIN; SET LOCAL ROLE ${RLS_ROLE}; SET LOCAL usher.tenant_id = ${client.escapeLiteral(tenantId)}`;
  const query = (statement: pg.QueryConfig) =>
    client.query(statement.text === "BEGIN" ? { ...statement, text: begin } : statement);
  return new Proxy(client, {
    get(target, name) {
      if (name === "query") return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Takes a connection for one statement, as pool.query does. A connection that broke is not used again. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // When the connection breaks, the running statement rejects; this event has nothing to add.
  const ignore = () => undefined;
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isConnectionUnusable(error))
      broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

/** The delegate of a model, as an extension reaches it. Prisma types it by the model, which is not known here. */
interface Finders {
  findFirst(options: object): Promise<object | null>;
  findFirstOrThrow(options: object): Promise<object>;
}

/**
 * Prisma batches findUnique calls of the same moment into one statement, of several tenants, too. It does not batch findFirst, so
 * these take its place
 * (https://www.prisma.io/docs/orm/prisma-client/queries/query-optimization-performance#solving-the-n1-problem).
 */
const WITHOUT_BATCHES = Prisma.defineExtension({
  name: "usher-without-batches",
  model: {
    $allModels: {
      findUnique(options: KeyedOptions) {
        return findersOf(this).findFirst(withoutCompound(options));
      },
      findUniqueOrThrow(options: KeyedOptions) {
        return findersOf(this).findFirstOrThrow(withoutCompound(options));
      },
    },
  },
});

function findersOf(model: unknown): Finders {
  return Prisma.getExtensionContext(model) as unknown as Finders;
}

/** A Prisma client whose every call is made for one tenant. */
function forTenant(prisma: PrismaClient, tenantId: string): Db {
  const extended = prisma.$extends({
    name: "usher-tenant",
    client: {
      // BEGIN sets the tenant for all that the transaction runs.
      $transaction: (...parameters: Parameters<PrismaClient["$transaction"]>) =>
        TENANT.run(tenantId, () => prisma.$transaction(...parameters)),
    },
    query: {
      // Prisma's promises are lazy: they must be awaited while the tenant is set.
      $allOperations: ({ args, query }) => TENANT.run(tenantId, async () => await query(args)),
    },
  });
  // The extensions change how calls are made, not what they take and return.
  return extended as unknown as Db;
}

interface KeyedOptions {
  where: Record<string, unknown>;
}

/** Keys of several columns as their columns: { tenantId_id: { tenantId, id } } is { tenantId, id }. */
function withoutCompound({ where, ...rest }: KeyedOptions): object {
  const flat = Object.entries(where).flatMap(([name, value]) =>
    name.includes("_") && typeof value === "object" && value !== null
      ? Object.entries(value)
      : [[name, value]],
  );
  return { ...rest, where: Object.fromEntries(flat) };
}
