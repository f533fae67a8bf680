import { LRUCache } from "lru-cache";
import pg from "pg";
import { isReadOnly, ReadOnlyDatabase } from "./database/connection-errors.ts";
import type { Log } from "./log.ts";

const CHANNEL = "usher_cache";
const ONE_KEY = "key ";
const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** How often a connection to a read-only database is replaced while readiness is asked for. */
const RENEW_READ_ONLY_MS = 2_000;
/** TCP keep-alive: after this much silence the operating system probes the connection. */
const KEEP_ALIVE_MS = 10_000;

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

/** Starts listening. The first connection must succeed; a lost one is reopened in the background. */
export async function openCacheHub(connectionString: string, log: Log): Promise<CacheHub> {
  const caches = new Set<LRUCache<string, Entry>>();
  let isListening = false;
  let isClosed = false;
  let generation = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pinging: Promise<void> | undefined;
  let openedAt = 0;
  let refusal: unknown;

  function forget(tenantId: string): void {
    generation++;
    for (const cache of caches) {
      if (tenantId.startsWith(ONE_KEY)) cache.delete(tenantId.slice(ONE_KEY.length));
      else if (tenantId === "*") cache.clear();
      else for (const [key, entry] of cache.entries()) if (entry.tenantId === tenantId) cache.delete(key);
    }
  }

  async function listen(): Promise<void> {
    const connection = new pg.Client({
      connectionString,
      application_name: "usher-cache",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const lost = (error?: Error) => {
      if (client !== connection || isClosed) return;
      client = undefined;
      isListening = false;
      forget("*");
      log.warn({ err: error }, "cache connection lost; serving without caches");
      reconnectSoon();
    };
    connection.on("error", lost);
    connection.on("end", () => lost());
    connection.on("notification", (message) => forget(message.payload ?? "*"));
    client = connection;
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
    } catch (error) {
      client = undefined;
      void connection.end().catch(() => undefined);
      throw error;
    }
    refusal = undefined;
    forget("*");
    openedAt = performance.now();
    isListening = true;
  }

  /** Throws ReadOnlyDatabase and then soon opens a new connection: a session can stay read-only for as long as it lives. */
  async function ask(connection: pg.Client): Promise<void> {
    const { rows } = await connection.query<{ isStandby: boolean; isReadOnly: boolean }>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    const { isStandby = false, isReadOnly: takesNoWrites = false } = rows[0] ?? {};
    if (!isStandby && !takesNoWrites) return;
    if (performance.now() - openedAt > RENEW_READ_ONLY_MS) void connection.end();
    throw new ReadOnlyDatabase(isStandby ? ReadOnlyDatabase.standby : ReadOnlyDatabase.setting);
  }

  async function reconnect(): Promise<void> {
    if (isClosed) return;
    try {
      await listen();
      log.info("cache connection restored");
    } catch (error) {
      refusal = error;
      reconnectSoon();
    }
  }

  /** Schedules one reconnect, however many events report the loss. */
  function reconnectSoon(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void reconnect(), RECONNECT_MS);
  }

  await listen();
  return {
    cache<T extends object>({ max, ttlSeconds }: { max: number; ttlSeconds: number }): SharedCache<T> {
      const entries = new LRUCache<string, Entry>({ max, ttl: ttlSeconds * 1000 });
      caches.add(entries);
      // This cache's own load put the entry in, and it returns T.
      const knownOf = (key: string) => (isListening ? (entries.get(key)?.value as T | undefined) : undefined);
      async function read(
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
        const before = generation;
        for (const { key, ...entry } of await load(missing)) {
          // A change that arrived while we were reading may not be in what we read: do not keep it.
          if (isListening && generation === before) entries.set(key, entry);
          found.set(key, entry.value);
        }
        return found;
      }
      return {
        forget(key) {
          generation++;
          entries.delete(key);
        },
        forgetTenant(tenantId) {
          generation++;
          for (const [key, entry] of entries.entries()) if (entry.tenantId === tenantId) entries.delete(key);
        },
        async get(key, load) {
          const known = knownOf(key);
          if (known) return known;
          const found = await read([key], async () => {
            const loaded = await load();
            return loaded ? [{ key, ...loaded }] : [];
          });
          return found.get(key) ?? null;
        },
        getMany: read,
      };
    },
    async ping() {
      if (!client || !isListening) {
        // PostgreSQL lets nothing listen on a standby.
        if (isReadOnly(refusal)) throw new ReadOnlyDatabase(ReadOnlyDatabase.standby);
        throw new Error("The database is away.");
      }
      // Callers of the same moment share one query.
      pinging ??= ask(client).finally(() => {
        pinging = undefined;
      });
      await pinging;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
