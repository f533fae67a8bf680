import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { PrismaClient } from "./client/client.ts";
import { isConnectionUnusable } from "./connection-errors.ts";
import type { Db, Statements } from "./db.ts";
import { RLS_ROLE, runForTenant } from "./tenant-query.ts";

const TENANTS = 1_000;

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
export function openTenantDatabases(pool: pg.Pool, transactionOptions: object): TenantDatabases {
  const prisma = new PrismaClient({ adapter: new PrismaPg(new TenantPool(pool)), transactionOptions });
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

const RAW = new Set(["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"]);

type Call = (...parameters: unknown[]) => PromiseLike<unknown>;

/** A Prisma client whose every call is made for one tenant. */
function forTenant(prisma: PrismaClient, tenantId: string): Db {
  const models = new Map<PropertyKey, object>();
  // Prisma's promises are lazy: they must be started with then() while the tenant is set.
  const withTenant =
    (call: Call, owner: object): Call =>
    (...parameters) =>
      TENANT.run(tenantId, () => call.apply(owner, parameters).then((result) => result));
  return new Proxy(prisma, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "$transaction" || RAW.has(String(name))) return withTenant(value as Call, target);
      if (typeof value !== "object" || value === null || String(name).startsWith("$")) return value;
      const model = models.get(name) ?? modelWithTenant(value, withTenant);
      models.set(name, model);
      return model;
    },
  });
}

/**
 * Prisma batches findUnique calls of the same moment into one statement, of several tenants, too. It does not batch findFirst, so
 * these take its place.
 */
const UNBATCHED: Record<string, string> = { findUnique: "findFirst", findUniqueOrThrow: "findFirstOrThrow" };

function modelWithTenant(model: object, withTenant: (call: Call, owner: object) => Call): object {
  const methods = new Map<PropertyKey, Call>();
  return new Proxy(model, {
    get(target, name) {
      const known = methods.get(name);
      if (known) return known;
      const unbatched = UNBATCHED[String(name)];
      const value: unknown = Reflect.get(target, unbatched ?? name);
      if (typeof value !== "function") return value;
      const call = withTenant(value as Call, target);
      const method: Call = unbatched === undefined ? call : (options) => call(withoutCompound(options));
      methods.set(name, method);
      return method;
    },
  });
}

/** Keys of several columns as their columns: { tenantId_id: { tenantId, id } } is { tenantId, id }. */
function withoutCompound(options: unknown): unknown {
  const { where, ...rest } = options as { where: Record<string, unknown> };
  const flat = Object.entries(where).flatMap(([name, value]) =>
    name.includes("_") && typeof value === "object" && value !== null
      ? Object.entries(value)
      : [[name, value]],
  );
  return { ...rest, where: Object.fromEntries(flat) };
}
