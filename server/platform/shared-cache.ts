import { LRUCache } from "lru-cache";
import { CacheConnection, EVERYTHING } from "./cache-connection.ts";
import type { Log } from "./log.ts";

const CHANNEL = "usher_cache";
const ONE_KEY = "key ";

/** A read-through cache. When one process announces that a tenant has changed, every process drops that tenant's entries. */
export interface SharedCache<T extends object> {
  /** The cached value, or what load returns; null is not cached. */
  get(key: string, load: () => Promise<{ tenantId: string; value: T } | null>): Promise<T | null>;
  /** As get, for many keys: loads those that are not cached together. The result leaves out keys that load did not find. */
  getMany(keys: string[], load: (missing: string[]) => Promise<Loaded<T>[]>): Promise<Map<string, T>>;
  /** Drops an entry in this process at once, after the commit; the other processes are notified a moment later. */
  forget(key: string): void;
  /** The same for all entries of a tenant. */
  forgetTenant(tenantId: string): void;
}

/** A loaded entry. */
interface Loaded<T> {
  key: string;
  tenantId: string;
  value: T;
}

/** Runs a statement in the caller's transaction: a Prisma client or transaction client. */
interface Executor {
  $executeRaw(strings: TemplateStringsArray, ...values: unknown[]): PromiseLike<number>;
}

/**
 * Caches that PostgreSQL LISTEN/NOTIFY invalidates across processes. While the listening connection is down nothing is served from
 * memory, so that a revoked credential never outlives a lost connection.
 */
export interface CacheHub {
  cache<T extends object>(options: { max: number; ttlSeconds: number }): SharedCache<T>;
  /**
   * Checks that the database answers and takes writes, on the connection that no request ever holds. Throws when it does not answer,
   * and ReadOnlyDatabase when it takes no writes.
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** When the transaction commits, all processes drop what they cached of the tenant ("*" for all tenants). */
export async function forgetTenant(tx: Executor, tenantId: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${CHANNEL}, ${tenantId})`;
}

/** As forgetTenant, for one key alone. */
export async function forgetEntry(tx: Executor, key: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${CHANNEL}, ${`${ONE_KEY}${key}`})`;
}

interface Entry {
  tenantId: string;
  value: object;
}

/** The caches of one process. */
interface Caches {
  all: Set<LRUCache<string, Entry>>;
  connection: CacheConnection;
  /** Counts what was dropped, so that a load that began before does not store what it read. */
  generation: number;
}

/** Starts listening. The first connection must succeed; a lost one is reopened in the background. */
export async function openCacheHub(connectionString: string, log: Log): Promise<CacheHub> {
  const onChange = (payload: string) => drop(caches, payload);
  const connection = new CacheConnection({ connectionString, channel: CHANNEL, onChange, log });
  const caches: Caches = { all: new Set(), connection, generation: 0 };
  await connection.open();
  return {
    cache: (options) => createCache(caches, options),
    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}

/** Drops what a notification names from every cache: one key, a tenant's entries, or everything. */
function drop(caches: Caches, payload: string): void {
  caches.generation++;
  for (const entries of caches.all) {
    if (payload.startsWith(ONE_KEY)) entries.delete(payload.slice(ONE_KEY.length));
    else if (payload === EVERYTHING) entries.clear();
    else dropTenant(entries, payload);
  }
}

function dropTenant(entries: LRUCache<string, Entry>, tenantId: string): void {
  for (const [key, entry] of entries.entries()) if (entry.tenantId === tenantId) entries.delete(key);
}

function createCache<T extends object>(
  caches: Caches,
  { max, ttlSeconds }: { max: number; ttlSeconds: number },
): SharedCache<T> {
  const { connection } = caches;
  const entries = new LRUCache<string, Entry>({ max, ttl: ttlSeconds * 1000 });
  caches.all.add(entries);
  // This cache's own load put the entry in, and it returns T.
  const knownOf = (key: string) =>
    connection.isListening ? (entries.get(key)?.value as T | undefined) : undefined;

  async function getMany(
    keys: string[],
    load: (missing: string[]) => Promise<Loaded<T>[]>,
  ): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    for (const key of keys) {
      const known = knownOf(key);
      if (known) found.set(key, known);
    }
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) return found;
    const before = caches.generation;
    for (const { key, ...entry } of await load(missing)) {
      // A change that arrived while we were reading may not be in what we read: do not store it.
      if (connection.isListening && caches.generation === before) entries.set(key, entry);
      found.set(key, entry.value);
    }
    return found;
  }

  return {
    getMany,
    forget(key) {
      caches.generation++;
      entries.delete(key);
    },
    forgetTenant(tenantId) {
      caches.generation++;
      dropTenant(entries, tenantId);
    },
    async get(key, load) {
      const known = knownOf(key);
      if (known) return known;
      const found = await getMany([key], async () => {
        const loaded = await load();
        return loaded ? [{ key, ...loaded }] : [];
      });
      return found.get(key) ?? null;
    },
  };
}
