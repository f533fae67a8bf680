import pg from "pg";
import { isOfNoUse } from "./away.ts";

/** Whoever comes when there was a free connection a moment ago waits this long: a stall of machine or disk is no overload. */
const QUEUE_TIMEOUT_MS = 10_000;
/** Whoever comes when connections have been short for all that time: there is too much to do, and waiting does not help. */
const SHORT_QUEUE_TIMEOUT_MS = 5_000;
/** Opening a connection on a busy machine takes its time, too. */
const OPENING_MS = 10_000;
/** What is quiet longer is closed, but for a few: whoever comes after a quiet minute need not wait for a connection to open. */
const IDLE_MS = 60_000;
const KEPT_OPEN = 5;
/** A connection that is kept says so often that it is there, before firewalls and poolers forget it. */
const SIGN_OF_LIFE_MS = 10_000;
/** Connections are renewed, so that they spread again after a failover or a change of machines. */
const LIFETIME_S = 30 * 60;

/** The longest that asking for a connection takes, milliseconds. */
export const LONGEST_WAIT_MS = QUEUE_TIMEOUT_MS + OPENING_MS;

/** Told to whoever found no free connection in time. */
export const NO_CONNECTION_FREE = "No connection of the pool became free in time";

/** How often the line is looked at, and what a turn of the event loop counts at most, however long it stood still. */
const TICK_MS = 250;
const MOST_OF_A_TURN_MS = 1_000;

interface Waiting {
  timeLeft: number;
  serve(client: pg.PoolClient): void;
  refuse(error: Error): void;
}

type Callback = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient["release"]) => void;

/** A connection that remembers whether the server has said that it is of no more use; Prisma gives it back without a word. */
class WatchedClient extends pg.Client {
  isOfNoUse = false;

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads it
  override query: any = (...statement: [any]) => {
    // A promise, unless the statement brings a way of its own to hear of its end.
    const answer: unknown = super.query(...statement);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        this.isOfNoUse ||= isOfNoUse(error);
      });
    return answer;
  };
}

/**
 * A pool whose callers wait in line for a connection, first come, first served, and for as long as makes sense (CoDel's idea, as
 * in https://queue.acm.org/detail.cfm?id=2839461): long while shortage is new, less when it lasts. Whoever comes when none is
 * free takes the next that is, be it one that another gives back or one that has just been opened. While a
 * process itself stands still, little of that counts as a wait.
 */
export class QueuedPool extends pg.Pool {
  readonly #size: number;
  readonly #line: Waiting[] = [];
  /** Connections that somebody has, and those that are on the way to somebody. */
  #taken = 0;
  #coming = 0;
  #shortFor = 0;
  #lookedAt = 0;
  /** Whether somebody was refused since everybody was last served: an empty line says nothing then. */
  #isRefusing = false;
  #clock: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number }) {
    super({
      ...config,
      Client: WatchedClient,
      min: Math.min(KEPT_OPEN, config.max),
      connectionTimeoutMillis: OPENING_MS,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
      keepAlive: true,
      keepAliveInitialDelayMillis: SIGN_OF_LIFE_MS,
    });
    this.#size = config.max;
  }

  /** Callers that wait for a connection now. */
  get inLine(): number {
    return this.#line.length;
  }

  /** Opens what is kept open, so that the first callers need not wait for it. What cannot be opened now is opened for them. */
  async warmUp(): Promise<void> {
    const opening = Array.from({ length: Math.min(KEPT_OPEN, this.#size) }, () => this.connect());
    for (const opened of await Promise.allSettled(opening))
      if (opened.status === "fulfilled") opened.value.release();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const client = new Promise<pg.PoolClient>((resolve, reject) => {
      const timeLeft = this.#shortFor < QUEUE_TIMEOUT_MS ? QUEUE_TIMEOUT_MS : SHORT_QUEUE_TIMEOUT_MS;
      this.#line.push({ timeLeft, serve: resolve, refuse: reject });
    });
    if (!this.#clock) {
      this.#lookedAt = performance.now();
      this.#clock = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    this.#serveLine();
    if (!callback) return client;
    client.then(
      (served) => callback(undefined, served, served.release),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  /** Has as many connections come as there are callers, within our size: idle ones at once, new ones when they are open. */
  #serveLine(): void {
    while (this.#coming < this.#line.length && this.#taken + this.#coming < this.#size) this.#fetch();
  }

  #fetch(): void {
    this.#coming++;
    super.connect().then(
      (client) => {
        this.#coming--;
        this.#give(client);
      },
      (error: Error) => {
        this.#coming--;
        // While others work, their connections come back sooner than one opens that has taken so long.
        if (this.#taken === 0 || !/timeout/.test(error.message)) this.#line.shift()?.refuse(error);
        this.#serveLine();
      },
    );
  }

  #give(client: pg.PoolClient): void {
    const next = this.#line.shift();
    if (!next) {
      client.release();
      return;
    }
    if (this.#line.length === 0) this.#endShortage();
    this.#taken++;
    const release = client.release;
    client.release = (error) => {
      // It throws when it is called a second time.
      release(error ?? (client instanceof WatchedClient && client.isOfNoUse));
      this.#taken--;
      // The next in line may be waiting for one to open: this one is there now.
      if (this.#line.length > 0 && this.idleCount > 0) this.#fetch();
      else this.#serveLine();
    };
    next.serve(client);
  }

  #endShortage(): void {
    this.#shortFor = 0;
    this.#isRefusing = false;
  }

  #tick(): void {
    if (this.#line.length === 0 && (this.#taken < this.#size || !this.#isRefusing)) {
      this.#endShortage();
      clearInterval(this.#clock);
      this.#clock = undefined;
      return;
    }
    const passed = Math.min(MOST_OF_A_TURN_MS, performance.now() - this.#lookedAt);
    this.#lookedAt = performance.now();
    this.#shortFor += passed;
    for (const waiting of this.#line) waiting.timeLeft -= passed;
    const late = this.#line.filter(({ timeLeft }) => timeLeft <= 0);
    for (const waiting of late) {
      this.#isRefusing = true;
      this.#line.splice(this.#line.indexOf(waiting), 1);
      waiting.refuse(new Error(NO_CONNECTION_FREE));
    }
  }
}
