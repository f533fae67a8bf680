import type pg from "pg";
import { modeNamed, otherMode, toJson } from "./account-mode.ts";
import { dueAt } from "./due.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { type List, selectList, type Wanted } from "./select-list.ts";
import { type Failure, missing } from "./wire/failure.ts";

/** What every object of Stripe's has. */
export interface Thing {
  id: string;
  object: string;
}

interface Entry {
  body: Thing;
  hidden: Hidden;
  isNew: boolean;
  isChanged: boolean;
}

type Hidden = Record<string, unknown>;

/** What the transaction is made for. */
export interface Cause {
  /** The request that goes into its events; null when time alone is the cause. */
  requestId: string | null;
  idempotencyKey: string | null;
  /** Where a browser reaches the sandbox's pages. */
  baseUrl: string;
  /** Refuses what a request does too often; none where time alone is the cause. */
  limiter?: RateLimiter | null;
}

/**
 * One account's objects, kept as JSON, inside one transaction: read once, written together at its end. What goes in was
 * typed by the SDK's own types; what comes out is the same, so that the assertions below hold.
 */
export class Store {
  /** The name of the account's mode: see account-mode.ts. */
  readonly account: string;
  readonly cause: Cause;
  /** Seconds since 1970: real time, or the customer's test clock's. */
  now: number;
  /** The test clock that the objects of this transaction live on. */
  clock: string | null = null;
  /** Whether something is to be delivered to webhook endpoints. */
  hasDeliveries = false;
  readonly #client: pg.PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #entries = new Map<string, Entry>();

  constructor(client: pg.PoolClient, account: string, now: number, cause: Cause) {
    this.#client = client;
    this.account = account;
    this.now = now;
    this.cause = cause;
  }

  /** One query after another: a connection takes one at a time. */
  query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const result = this.#last.then(() => this.#client.query<Row>(sql, values));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Waits until the connection has nothing to do, also for queries whose answer is no longer awaited. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Adds an object; hidden is what belongs to it but never goes over the wire. */
  add<T extends Thing>(thing: T, hidden: Hidden = {}): T {
    this.#entries.set(thing.id, { body: thing, hidden, isNew: true, isChanged: true });
    return thing;
  }

  /** Replaces an object that was read or added before, and hidden facts of it where they are given. */
  put<T extends Thing>(thing: T, hidden?: Hidden): T {
    const entry = this.#entries.get(thing.id);
    if (!entry) throw new Error(`${thing.id} was not read before it was written.`);
    this.#entries.set(thing.id, {
      ...entry,
      body: thing,
      hidden: { ...entry.hidden, ...hidden },
      isChanged: true,
    });
    return thing;
  }

  async remove(id: string): Promise<void> {
    this.#entries.delete(id);
    await this.query("delete from stripe_sandbox.objects where account = $1 and id = $2", [this.account, id]);
  }

  /** The object of that kind and id; null when there is none. */
  async find<T extends Thing>(kind: T["object"], id: string): Promise<T | null> {
    const found = await this.findAny(id);
    // The kind decides the type.
    return found?.object === kind ? (found as T) : null;
  }

  /** The object of that kind and id; Stripe's 404 or, where a parameter names it, 400 when there is none. */
  async get<T extends Thing>(kind: T["object"], id: string, param?: string): Promise<T> {
    const found = await this.find<T>(kind, id);
    if (!found) throw await this.#missing(kind, id, param);
    return found;
  }

  /** Stripe says when only the account's other mode has the object. */
  async #missing(kind: string, id: string, param?: string): Promise<Failure> {
    const failure = missing(kind, id, param);
    const sql = "select 1 from stripe_sandbox.objects where account = $1 and id = $2 and kind = $3";
    const { rows } = await this.query(sql, [otherMode(this.account), id, kind]);
    if (rows.length === 0) return failure;
    const mode = modeNamed(this.account).mode;
    const other = modeNamed(otherMode(this.account)).mode;
    const hint = `a similar object exists in ${other} mode, but a ${mode} mode key was used to make this request.`;
    return failure.with({ message: `${failure.message}; ${hint}` });
  }

  /** Whether this is the account's live mode. */
  get isLive(): boolean {
    return modeNamed(this.account).mode === "live";
  }

  /** Whatever object has that id. */
  async findAny(id: string): Promise<Thing | null> {
    await this.load([id]);
    return this.#entries.get(id)?.body ?? null;
  }

  /** Reads several objects at once; who asks for them later finds them read. */
  async load(ids: string[]): Promise<void> {
    const unread = ids.filter((id) => !this.#entries.has(id));
    if (unread.length === 0) return;
    const sql = "select body, hidden from stripe_sandbox.objects where account = $1 and id = any($2)";
    const { rows } = await this.query<{ body: Thing; hidden: Hidden }>(sql, [this.account, unread]);
    for (const { body, hidden } of rows) {
      this.#entries.set(body.id, { body, hidden, isNew: false, isChanged: false });
    }
  }

  /** What is kept beside an object; the kind decides the type, as with the object itself. */
  async hidden<T extends object>(id: string): Promise<Partial<T>> {
    await this.load([id]);
    return (this.#entries.get(id)?.hidden ?? {}) as Partial<T>;
  }

  /** Newest first, as Stripe lists. */
  async list<T extends Thing>(kind: T["object"], url: string, wanted: Wanted = {}): Promise<List<T>> {
    await this.flush();
    const { rows, hasMore } = await selectList(this, this.account, kind, wanted);
    const data = rows.map(({ body, hidden }) => {
      if (!this.#entries.has(body.id))
        this.#entries.set(body.id, { body, hidden, isNew: false, isChanged: false });
      return body as T;
    });
    return { object: "list", data, has_more: hasMore, url };
  }

  /** All that match, oldest first. */
  async all<T extends Thing>(kind: T["object"], wanted: Pick<Wanted, "where" | "without">): Promise<T[]> {
    const { data } = await this.list<T>(kind, "", { ...wanted, limit: Number.POSITIVE_INFINITY });
    return data.reverse();
  }

  /** Forgets what was read and not yet written. */
  forget(): void {
    this.#entries.clear();
    this.hasDeliveries = false;
  }

  /** Writes what was added and replaced, in the order in which it was added. */
  async flush(): Promise<void> {
    const changed = [...this.#entries.values()].filter(({ isChanged }) => isChanged);
    if (changed.length === 0) return;
    const rows = changed.map(({ body, hidden, isNew }) => ({
      body,
      hidden,
      isNew,
      due: dueAt(body, hidden),
    }));
    const added = rows.filter(({ isNew }) => isNew);
    const replaced = rows.filter(({ isNew }) => !isNew);
    if (added.length > 0) {
      await this.query(
        `insert into stripe_sandbox.objects (account, clock, id, kind, body, hidden, due_at)
         select $1, $2, row->'body'->>'id', row->'body'->>'object', row->'body', row->'hidden', (row->>'due')::bigint
         from jsonb_array_elements($3::jsonb) with ordinality as rows (row, place) order by place`,
        [this.account, this.clock, toJson(this.account, added)],
      );
    }
    if (replaced.length > 0) {
      await this.query(
        `update stripe_sandbox.objects
         set body = row->'body', kind = row->'body'->>'object', hidden = row->'hidden', due_at = (row->>'due')::bigint
         from jsonb_array_elements($2::jsonb) as rows (row) where account = $1 and id = row->'body'->>'id'`,
        [this.account, toJson(this.account, replaced)],
      );
    }
    for (const entry of changed) Object.assign(entry, { isNew: false, isChanged: false });
  }
}
