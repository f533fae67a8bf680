import pg from "pg";
import { isReadOnly, ReadOnlyDatabase } from "./database/connection-errors.ts";
import type { Log } from "./log.ts";

const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** How often a connection to a read-only database is replaced while readiness is asked for. */
const RENEW_READ_ONLY_MS = 2_000;
/** TCP keep-alive: after this much silence the operating system probes the connection. */
const KEEP_ALIVE_MS = 10_000;

/** The payload of a notification after which every cached entry is stale. */
export const EVERYTHING = "*";

interface Parts {
  connectionString: string;
  channel: string;
  /** Called with the payload of each notification, and with EVERYTHING when some may have been missed. */
  onChange: (payload: string) => void;
  log: Log;
}

/** A connection that listens on a channel of PostgreSQL, and reconnects when it is lost. */
export class CacheConnection {
  /** Whether every notification arrives; false while the connection is down. */
  isListening = false;
  readonly #parts: Parts;
  #client: pg.Client | undefined;
  #openedAt = 0;
  #isClosed = false;
  #reconnecting: NodeJS.Timeout | undefined;
  /** Why the last attempt to reconnect failed. */
  #refusal: unknown;
  #pinging: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Connects and listens. Throws when it cannot. */
  async open(): Promise<void> {
    const { connectionString, channel, onChange } = this.#parts;
    const client = new pg.Client({
      connectionString,
      application_name: "usher-cache",
      // The first one is a part of a start, which takes as long as the machine needs.
      connectionTimeoutMillis: this.#openedAt === 0 ? 0 : CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client));
    client.on("notification", (message) => onChange(message.payload ?? EVERYTHING));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      this.#client = undefined;
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#refusal = undefined;
    onChange(EVERYTHING);
    this.#openedAt = performance.now();
    this.isListening = true;
  }

  /** Throws when the database does not answer, and ReadOnlyDatabase when it takes no writes. */
  async ping(): Promise<void> {
    if (!this.#client || !this.isListening) {
      // PostgreSQL lets nothing listen on a standby.
      if (isReadOnly(this.#refusal)) throw new ReadOnlyDatabase(ReadOnlyDatabase.standby);
      throw new Error("The database is away.");
    }
    // Callers of the same moment share one query.
    this.#pinging ??= this.#requireWritable(this.#client).finally(() => {
      this.#pinging = undefined;
    });
    await this.#pinging;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnecting);
    await this.#client?.end();
  }

  /** Throws ReadOnlyDatabase and then soon opens a new connection: a session can stay read-only for as long as it lives. */
  async #requireWritable(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    const { isStandby = false, isReadOnly: takesNoWrites = false } = rows[0] ?? {};
    if (!isStandby && !takesNoWrites) return;
    if (performance.now() - this.#openedAt > RENEW_READ_ONLY_MS) void client.end();
    throw new ReadOnlyDatabase(isStandby ? ReadOnlyDatabase.standby : ReadOnlyDatabase.setting);
  }

  #lose(client: pg.Client, error?: Error): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = undefined;
    this.isListening = false;
    this.#parts.onChange(EVERYTHING);
    this.#parts.log.warn({ err: error }, "cache connection lost; serving without caches");
    this.#reconnectSoon();
  }

  /** Schedules one reconnect, however many events report the loss. */
  #reconnectSoon(): void {
    clearTimeout(this.#reconnecting);
    if (!this.#isClosed) this.#reconnecting = setTimeout(() => void this.#reconnect(), RECONNECT_MS);
  }

  async #reconnect(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.open();
      this.#parts.log.info("cache connection restored");
    } catch (error) {
      this.#refusal = error;
      this.#reconnectSoon();
    }
  }
}
