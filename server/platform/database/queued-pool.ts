import pg from "pg";
import { kindOfWork, WORK_KINDS, type WorkKind } from "../background.ts";
import { isConnectionUnusable } from "./connection-errors.ts";
import { NO_SHARES, type Shares } from "./shares.ts";

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
  /** Its place among the callers of all kinds. */
  number: number;
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

/** The callers of one kind of work. */
class Line {
  readonly waiting: Waiting[] = [];
  /** Connections in use, and connections requested for those who wait. */
  taken = 0;
  requested = 0;
  /** For how long callers have waited on end, and whether one was refused meanwhile. */
  shortFor = 0;
  isRefusing = false;

  endShortage(): void {
    this.shortFor = 0;
    this.isRefusing = false;
  }
}

/**
 * A pool with a queue of callers, first come, first served. The queue timeout adapts to the load (the idea of CoDel, as in
 * https://queue.acm.org/detail.cfm?id=2839461): long while the shortage is new, shorter while it lasts. The first caller in the
 * queue takes the next free connection, be it released by another caller or newly opened. While the process's own event loop is
 * blocked, little of that time counts as waiting.
 *
 * Each kind of work waits in a line of its own, and `shares` keeps connections for it that the others cannot take: thousands of
 * deliveries that end at once, or a flood of requests, leave the jobs theirs.
 */
export class QueuedPool extends pg.Pool {
  readonly #size: number;
  readonly #shares: Shares;
  readonly #lines: Readonly<Record<WorkKind, Line>> = {
    request: new Line(),
    job: new Line(),
    delivery: new Line(),
  };
  #arrived = 0;
  #tickedAt = 0;
  #clock: NodeJS.Timeout | undefined;

  /** Without time limits, a caller waits for a connection as long as it takes. */
  readonly #hasTimeLimits: boolean;

  constructor({
    shares = NO_SHARES,
    hasTimeLimits = true,
    ...config
  }: pg.PoolConfig & { max: number; shares?: Shares; hasTimeLimits?: boolean }) {
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
    this.#shares = shares;
    this.#hasTimeLimits = hasTimeLimits;
  }

  /** How many callers wait for a connection now. */
  get queueLength(): number {
    return WORK_KINDS.reduce((sum, kind) => sum + this.waitingOf(kind), 0);
  }

  /** How many callers of one kind of work wait for a connection now. */
  waitingOf(kind: WorkKind): number {
    return this.#lines[kind].waiting.length;
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
    const line = this.#lines[kindOfWork()];
    const client = new Promise<pg.PoolClient>((resolve, reject) => {
      const limit = line.shortFor < QUEUE_TIMEOUT_MS ? QUEUE_TIMEOUT_MS : SHORT_QUEUE_TIMEOUT_MS;
      const timeLeft = this.#hasTimeLimits ? limit : Number.POSITIVE_INFINITY;
      line.waiting.push({ timeLeft, number: this.#arrived++, serve: resolve, refuse: reject });
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

  /** Whether a kind may take one more connection: those that the others' shares keep for them stay free. */
  #mayTake(kind: WorkKind, used: (line: Line) => number): boolean {
    let promised = 0;
    for (const other of WORK_KINDS) {
      const held = used(this.#lines[other]);
      promised += other === kind ? held : Math.max(held, this.#shares[other]);
    }
    return promised < this.#size;
  }

  /** The kind whose first caller has waited longest, of those that may take a connection; counts what `used` says is taken. */
  #nextKind(used: (line: Line) => number, hasCaller: (line: Line) => boolean): WorkKind | undefined {
    const first = (kind: WorkKind) => this.#lines[kind].waiting[0]?.number ?? Number.POSITIVE_INFINITY;
    return WORK_KINDS.filter((kind) => hasCaller(this.#lines[kind]) && this.#mayTake(kind, used)).sort(
      (one, other) => first(one) - first(other),
    )[0];
  }

  /** Requests a connection for each waiting caller, within the pool's size: idle ones come at once, new ones once opened. */
  #serveQueue(): void {
    const used = ({ taken, requested }: Line) => taken + requested;
    const hasCaller = ({ requested, waiting }: Line) => requested < waiting.length;
    for (let kind = this.#nextKind(used, hasCaller); kind; kind = this.#nextKind(used, hasCaller))
      this.#fetch(kind);
  }

  #fetch(kind: WorkKind): void {
    const line = this.#lines[kind];
    line.requested++;
    super.connect().then(
      (client) => {
        line.requested--;
        this.#give(kind, client);
      },
      (error: Error) => {
        line.requested--;
        // After a timeout callers stay in the queue while connections are in use: one of those is released sooner.
        const isInUse = WORK_KINDS.some((one) => this.#lines[one].taken > 0);
        if (!isInUse || !/timeout/.test(error.message)) line.waiting.shift()?.refuse(error);
        this.#serveQueue();
      },
    );
  }

  #give(kind: WorkKind, client: pg.PoolClient): void {
    const line = this.#lines[kind];
    const next = this.#mayTake(kind, ({ taken }) => taken) ? line.waiting.shift() : undefined;
    if (!next) {
      client.release();
      this.#serveQueue();
      return;
    }
    if (line.waiting.length === 0) line.endShortage();
    line.taken++;
    const release = client.release;
    client.release = (error) => {
      // Throws when it is called a second time, before anything is counted.
      release(error ?? (client instanceof WatchedClient && client.isUnusable));
      line.taken--;
      // The first in the queue may be waiting for a new connection to open: this one is free now.
      const hungry = this.#nextKind(
        ({ taken }) => taken,
        ({ waiting }) => waiting.length > 0,
      );
      if (hungry && this.idleCount > 0) this.#fetch(hungry);
      else this.#serveQueue();
    };
    next.serve(client);
  }

  #tick(): void {
    const passed = Math.min(MAX_TICK_MS, performance.now() - this.#tickedAt);
    this.#tickedAt = performance.now();
    let isQuiet = true;
    for (const kind of WORK_KINDS) {
      const line = this.#lines[kind];
      // An empty line does not end a shortage in which callers were refused: it ends when a connection is free again.
      if (line.waiting.length === 0 && (!line.isRefusing || this.#mayTake(kind, ({ taken }) => taken)))
        line.endShortage();
      else {
        isQuiet = false;
        this.#age(line, passed);
      }
    }
    if (!isQuiet) return;
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  #age(line: Line, passed: number): void {
    line.shortFor += passed;
    for (const waiting of line.waiting) waiting.timeLeft -= passed;
    const late = line.waiting.filter(({ timeLeft }) => timeLeft <= 0);
    for (const waiting of late) {
      line.isRefusing = true;
      line.waiting.splice(line.waiting.indexOf(waiting), 1);
      waiting.refuse(new Error(NO_CONNECTION_FREE));
    }
  }
}
