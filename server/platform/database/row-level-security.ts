import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { isOfNoUse } from "./away.ts";
import { PrismaClient } from "./client/client.ts";
import type { Db, Statements } from "./db.ts";
import { RLS_ROLE, runForTenant } from "./tenant-query.ts";

const TENANTS = 1_000;

/** The database as one tenant sees it, whatever a statement asks for: other tenants' rows are not there. */
export interface TenantDatabase {
  db: Db;
  pool: Statements;
}

/** Opens the database of a tenant. */
export interface TenantDatabases {
  of(tenantId: string): TenantDatabase;
  close(): Promise<void>;
}

/** Whom a call of Prisma is made for, from our side of Prisma to the connection on its other side. */
const TENANT = new AsyncLocalStorage<string>();

/**
 * The second wall: statements for a tenant run as a role that row level security holds to that tenant's rows. The role and the
 * tenant are set for the statement's own transaction and travel with it, so that nothing waits longer for them, nothing stays
 * behind on the connection, and a pooler may stand between. docs/decisions/026 tells more.
 */
export function openTenantDatabases(pool: pg.Pool, transactionOptions: object): TenantDatabases {
  const prisma = new PrismaClient({ adapter: new PrismaPg(new TenantPool(pool)), transactionOptions });
  const known = new LRUCache<string, TenantDatabase>({ max: TENANTS });
  return {
    of(tenantId) {
      const there = known.get(tenantId);
      if (there) return there;
      const made: TenantDatabase = {
        db: forTenant(prisma, tenantId),
        pool: {
          query: (statement) => withClient(pool, (client) => runForTenant(client, tenantId, statement)),
        },
      };
      known.set(tenantId, made);
      return made;
    },
    close: () => prisma.$disconnect(),
  };
}

/** Prisma's way to the connections of another pool: each statement for the tenant that it is made for, and for nobody without. */
class TenantPool extends pg.Pool {
  readonly #connections: pg.Pool;

  constructor(connections: pg.Pool) {
    // It opens no connection of its own.
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
  if (tenantId === undefined) throw new Error("A statement behind the wall was asked for without a tenant.");
  return tenantId;
}

/** A connection whose transaction is the tenant's from its first statement on; both end together. */
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

/** As pool.query does it: a connection for one statement. What broke it off is not used again. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that dies tells the statement that is under way.
  const ignore = () => undefined;
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isOfNoUse(error))
      broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

const RAW = new Set(["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"]);

type Call = (...parameters: unknown[]) => PromiseLike<unknown>;

/** The client with every call made for one tenant. */
function forTenant(prisma: PrismaClient, tenantId: string): Db {
  const models = new Map<PropertyKey, object>();
  // Prisma's promises do nothing until somebody waits for them: that must happen in here.
  const within =
    (call: Call, owner: object): Call =>
    (...parameters) =>
      TENANT.run(tenantId, () => call.apply(owner, parameters).then((result) => result));
  return new Proxy(prisma, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "$transaction" || RAW.has(String(name))) return within(value as Call, target);
      if (typeof value !== "object" || value === null || String(name).startsWith("$")) return value;
      const model = models.get(name) ?? modelWithin(value, within);
      models.set(name, model);
      return model;
    },
  });
}

/** Prisma asks together for what several look up by key at the same moment, whoever they are; first of many it asks alone. */
const ALONE: Record<string, string> = { findUnique: "findFirst", findUniqueOrThrow: "findFirstOrThrow" };

function modelWithin(model: object, within: (call: Call, owner: object) => Call): object {
  const methods = new Map<PropertyKey, Call>();
  return new Proxy(model, {
    get(target, name) {
      const there = methods.get(name);
      if (there) return there;
      const alone = ALONE[String(name)];
      const value: unknown = Reflect.get(target, alone ?? name);
      if (typeof value !== "function") return value;
      const call = within(value as Call, target);
      const method: Call = alone === undefined ? call : (options) => call(withoutCompound(options));
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
