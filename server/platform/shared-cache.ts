import { LRUCache } from "lru-cache";
import pg from "pg";
import { isReadOnly, ReadOnlyDatabase } from "./database/away.ts";
import type { Log } from "./log.ts";

const CHANNEL = "usher_cache";
const ONE_KEY = "key ";
const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection to a database that takes no writes is renewed so often when readiness is asked for. */
const RENEW_READ_ONLY_MS = 2_000;
/** After so long without a word the machine asks whether the other side is still there. */
const SILENT_MS = 10_000;

/** A read-through cache whose entries every process drops when one of them says that their tenant has changed. */
export interface SharedCache<T extends object> {
  /** The cached value, or what load answers; null is not kept. */
  get(key: string, load: () => Promise<{ tenantId: string; value: T } | null>): Promise<T | null>;
  /** As get for many keys, those that are not known asked for together; by key, without what is not there. */
  getMany(keys: string[], load: (missing: string[]) => Promise<Loaded<T>[]>): Promise<Map<string, T>>;
  /** Drops an entry of this process at once, after the commit that others hear of a moment later. */
  forget(key: string): void;
  /** The same for all entries of a tenant. */
  forgetTenant(tenantId: string): void;
}

/** What was read for a key. */
interface Loaded<T> {
  key: string;
  tenantId: string;
  value: T;
}

/** Runs a statement inside the caller's transaction; a Prisma client or transaction client fits. */
interface Executor {
  $executeRaw(strings: TemplateStringsArray, ...values: unknown[]): PromiseLike<number>;
}

/**
 * Caches kept in step across processes by PostgreSQL LISTEN/NOTIFY. While the listening connection is down nothing is
 * served from memory, so that a revoked credential never outlives a lost connection.
 */
export interface CacheHub {
  cache<T extends object>(options: { max: number; ttlSeconds: number }): SharedCache<T>;
  /**
   * Asks the database whether it is there and takes writes, on the connection that no request ever holds. Throws when it is not;
   * ReadOnlyDatabase when it takes none.
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Tells all processes, when the transaction commits, to forget what they hold of the tenant ("*" for all tenants). */
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

/** Starts listening. The first connection must succeed; a later loss is healed in the background. */
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
      keepAliveInitialDelayMillis: SILENT_MS,
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

  /** Throws ReadOnlyDatabase, and then asks on a new connection soon: a session can be read-only for as long as it lives. */
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

  /** One try at a time, whoever of those that hear of a loss comes first. */
  function reconnectSoon(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void reconnect(), RECONNECT_MS);
  }

  await listen();
  return {
    cache<T extends object>({ max, ttlSeconds }: { max: number; ttlSeconds: number }): SharedCache<T> {
      const entries = new LRUCache<string, Entry>({ max, ttl: ttlSeconds * 1000 });
      caches.add(entries);
      // An entry was put in by this cache's own load, which answers T.
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
      // Whoever asks at the same time is told the same.
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
