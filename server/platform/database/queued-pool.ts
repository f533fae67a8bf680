import pg from "pg";
import { isConnectionUnusable } from "./connection-errors.ts";

/** How long a caller waits when the shortage of connections is new: a short stall of machine or disk is no overload. */
const QUEUE_TIMEOUT_MS = 10_000;
/** How long a caller waits once the shortage has lasted QUEUE_TIMEOUT_MS: there is too much to do, and waiting does not help. */
const SHORT_QUEUE_TIMEOUT_MS = 5_000;
/** How long opening a connection may take: on a busy machine it is slow. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The pool closes connections that were idle for longer, except a few, so that the first callers after a lull need not wait. */
const IDLE_MS = 60_000;
const MIN_CONNECTIONS = 5;
/** TCP keep-alive of idle connections, so that firewalls and poolers do not drop them. */
const KEEP_ALIVE_MS = 10_000;
/** The pool replaces connections after this time, so that they spread again after a failover or a change of machines. */
const LIFETIME_S = 30 * 60;

/** The longest that asking for a connection takes, milliseconds. */
export const MAX_WAIT_MS = QUEUE_TIMEOUT_MS + CONNECT_TIMEOUT_MS;

/** The error of a caller that found no free connection in time. */
export const NO_CONNECTION_FREE = "No connection of the pool became free in time";

/** How often the queue is checked for callers that waited too long. */
const TICK_MS = 250;
/** What one check counts as waiting time at most: when the event loop was blocked, the database had no chance to answer. */
const MAX_TICK_MS = 1_000;

interface Waiting {
  timeLeft: number;
  serve(client: pg.PoolClient): void;
  refuse(error: Error): void;
}

type Callback = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient["release"]) => void;

/**
 * A connection that remembers an error after which it is unusable: Prisma releases it without passing the error on. It sends a
 * statement when the one before it has been answered: Prisma loads several relations at once, also within a transaction, and pg
 * 9 will no longer queue them (the DeprecationWarning of pg/lib/client.js).
 */
class WatchedClient extends pg.Client {
  isUnusable = false;
  #last: Promise<unknown> | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads it
  override query: any = (...statement: [any]) => {
    const send = (): unknown => super.query(...statement);
    // A promise, unless the statement has a callback or an event handler of its own.
    const hasPromise = typeof statement[0]?.submit !== "function" && typeof statement.at(-1) !== "function";
    const answer = this.#last && hasPromise ? this.#last.then(send, send) : send();
    if (answer instanceof Promise) this.#watch(answer);
    return answer;
  };

  #watch(answer: Promise<unknown>): void {
    this.#last = answer;
    const answered = () => {
      if (this.#last === answer) this.#last = undefined;
    };
    answer.then(answered, (error: unknown) => {
      this.isUnusable ||= isConnectionUnusable(error);
      answered();
    });
  }
}

/**
 * A pool with a queue of callers, first come, first served. The queue timeout adapts to the load (the idea of CoDel, as in
 * https://queue.acm.org/detail.cfm?id=2839461): long while the shortage is new, shorter while it lasts. The first caller in the
 * queue takes the next free connection, be it released by another caller or newly opened. While the process's own event loop is
 * blocked, little of that time counts as waiting.
 */
export class QueuedPool extends pg.Pool {
  readonly #size: number;
  readonly #queue: Waiting[] = [];
  /** Connections in use, and connections requested for the queue. */
  #taken = 0;
  #requested = 0;
  #shortFor = 0;
  #tickedAt = 0;
  /** Whether a caller was refused since the queue was last served to its end: an empty queue does not end the shortage then. */
  #isRefusing = false;
  #clock: NodeJS.Timeout | undefined;

  /** Without time limits, a caller waits for a connection as long as it takes. */
  readonly #hasTimeLimits: boolean;

  constructor({ hasTimeLimits = true, ...config }: pg.PoolConfig & { max: number; hasTimeLimits?: boolean }) {
    super({
      ...config,
      Client: WatchedClient,
      min: Math.min(MIN_CONNECTIONS, config.max),
      connectionTimeoutMillis: hasTimeLimits ? CONNECT_TIMEOUT_MS : 0,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#size = config.max;
    this.#hasTimeLimits = hasTimeLimits;
  }

  /** How many callers wait for a connection now. */
  get queueLength(): number {
    return this.#queue.length;
  }

  /** Opens the connections that the pool keeps, so that the first callers need not wait. Failures are ignored: callers retry. */
  async warmUp(): Promise<void> {
    const opening = Array.from({ length: Math.min(MIN_CONNECTIONS, this.#size) }, () => this.connect());
    for (const opened of await Promise.allSettled(opening))
      if (opened.status === "fulfilled") opened.value.release();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const client = new Promise<pg.PoolClient>((resolve, reject) => {
      const limit = this.#shortFor < QUEUE_TIMEOUT_MS ? QUEUE_TIMEOUT_MS : SHORT_QUEUE_TIMEOUT_MS;
      const timeLeft = this.#hasTimeLimits ? limit : Number.POSITIVE_INFINITY;
      this.#queue.push({ timeLeft, serve: resolve, refuse: reject });
    });
    if (!this.#clock) {
      this.#tickedAt = performance.now();
      this.#clock = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    this.#serveQueue();
    if (!callback) return client;
    client.then(
      (served) => callback(undefined, served, served.release),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  /** Requests a connection for each waiting caller, within the pool's size: idle ones come at once, new ones once opened. */
  #serveQueue(): void {
    while (this.#requested < this.#queue.length && this.#taken + this.#requested < this.#size) this.#fetch();
  }

  #fetch(): void {
    this.#requested++;
    super.connect().then(
      (client) => {
        this.#requested--;
        this.#give(client);
      },
      (error: Error) => {
        this.#requested--;
        // After a timeout callers stay in the queue while connections are in use: one of those is released sooner.
        if (this.#taken === 0 || !/timeout/.test(error.message)) this.#queue.shift()?.refuse(error);
        this.#serveQueue();
      },
    );
  }

  #give(client: pg.PoolClient): void {
    const next = this.#queue.shift();
    if (!next) {
      client.release();
      return;
    }
    if (this.#queue.length === 0) this.#endShortage();
    this.#taken++;
    const release = client.release;
    client.release = (error) => {
      // Throws when it is called a second time, before anything is counted.
      release(error ?? (client instanceof WatchedClient && client.isUnusable));
      this.#taken--;
      // The first in the queue may be waiting for a new connection to open: this one is free now.
      if (this.#queue.length > 0 && this.idleCount > 0) this.#fetch();
      else this.#serveQueue();
    };
    next.serve(client);
  }

  #endShortage(): void {
    this.#shortFor = 0;
    this.#isRefusing = false;
  }

  #tick(): void {
    if (this.#queue.length === 0 && (this.#taken < this.#size || !this.#isRefusing)) {
      this.#endShortage();
      clearInterval(this.#clock);
      this.#clock = undefined;
      return;
    }
    const passed = Math.min(MAX_TICK_MS, performance.now() - this.#tickedAt);
    this.#tickedAt = performance.now();
    this.#shortFor += passed;
    for (const waiting of this.#queue) waiting.timeLeft -= passed;
    const late = this.#queue.filter(({ timeLeft }) => timeLeft <= 0);
    for (const waiting of late) {
      this.#isRefusing = true;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      waiting.refuse(new Error(NO_CONNECTION_FREE));
    }
  }
}
