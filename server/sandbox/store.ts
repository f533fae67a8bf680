import { randomBytes } from "node:crypto";
import type pg from "pg";
import { missing } from "./wire/failure.ts";

/** What every object of Stripe's has. */
interface Thing {
  id: string;
  object: string;
}

/** Where a list is narrowed: equality on fields of the object. */
export interface Wanted {
  where?: Record<string, string | boolean>;
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?:
    | number
    | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
    | undefined;
}

export interface List<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

/** Stripe's ids: a prefix and 24 letters and digits. */
export function newId(prefix: string): string {
  const letters = randomBytes(40)
    .toString("base64")
    .replaceAll(/[^a-zA-Z0-9]/g, "");
  return `${prefix}_${letters.slice(0, 24).padEnd(24, "0")}`;
}

/**
 * One account's objects, kept as JSON, inside one transaction. What goes in was typed by the SDK's own types; what comes
 * out is the same, so that the one assertion below holds.
 */
export class Store {
  readonly client: pg.PoolClient;
  readonly account: string;
  /** Seconds since 1970. */
  readonly now: number;

  constructor(client: pg.PoolClient, account: string, now: number) {
    this.client = client;
    this.account = account;
    this.now = now;
  }

  /** Adds an object; hidden is what belongs to it but never goes over the wire. */
  async add<T extends Thing>(thing: T, hidden: object = {}): Promise<T> {
    const sql =
      "insert into stripe_sandbox.objects (account, id, kind, body, hidden) values ($1, $2, $3, $4, $5)";
    await this.client.query(sql, [
      this.account,
      thing.id,
      thing.object,
      JSON.stringify(thing),
      JSON.stringify(hidden),
    ]);
    return thing;
  }

  /** Replaces an object. */
  async put<T extends Thing>(thing: T): Promise<T> {
    const sql = "update stripe_sandbox.objects set body = $3 where account = $1 and id = $2";
    await this.client.query(sql, [this.account, thing.id, JSON.stringify(thing)]);
    return thing;
  }

  async remove(id: string): Promise<void> {
    await this.client.query("delete from stripe_sandbox.objects where account = $1 and id = $2", [
      this.account,
      id,
    ]);
  }

  /** The object of that kind and id; null when there is none. */
  async find<T extends Thing>(kind: T["object"], id: string): Promise<T | null> {
    const sql = "select body from stripe_sandbox.objects where account = $1 and id = $2 and kind = $3";
    const { rows } = await this.client.query<{ body: T }>(sql, [this.account, id, kind]);
    return rows[0]?.body ?? null;
  }

  /** As find; a missing one is refused, naming the parameter that named it. */
  async get<T extends Thing>(kind: T["object"], id: string, param = "id"): Promise<T> {
    const found = await this.find<T>(kind, id);
    if (!found)
      throw missing(kind.replaceAll("_", " ").replace("payment method", "PaymentMethod"), id, param);
    return found;
  }

  /** As get, for several, in their order. One after the other: they share one connection. */
  async getAll<T extends Thing>(kind: T["object"], ids: string[], param: string): Promise<T[]> {
    const found: T[] = [];
    for (const id of ids) found.push(await this.get<T>(kind, id, param));
    return found;
  }

  /** Whatever object has that id. */
  async findAny(id: string): Promise<Thing | null> {
    const sql = "select body from stripe_sandbox.objects where account = $1 and id = $2";
    const { rows } = await this.client.query<{ body: Thing }>(sql, [this.account, id]);
    return rows[0]?.body ?? null;
  }

  async hidden(id: string): Promise<Record<string, string>> {
    const sql = "select hidden from stripe_sandbox.objects where account = $1 and id = $2";
    const { rows } = await this.client.query<{ hidden: Record<string, string> }>(sql, [this.account, id]);
    return rows[0]?.hidden ?? {};
  }

  /** Newest first, as Stripe lists. */
  async list<T extends Thing>(kind: T["object"], url: string, wanted: Wanted = {}): Promise<List<T>> {
    const limit = Math.min(Math.max(wanted.limit ?? 10, 1), 100);
    const values: unknown[] = [this.account, kind, JSON.stringify(wanted.where ?? {})];
    const conditions = [
      "account = $1",
      "kind = $2",
      "body @> $3::jsonb",
      ...this.createdConditions(wanted.created, values),
    ];
    const cursor = wanted.starting_after ?? wanted.ending_before;
    const isBackwards = wanted.ending_before !== undefined;
    if (cursor !== undefined) {
      values.push(cursor);
      const place = `(select seq from stripe_sandbox.objects where account = $1 and id = $${values.length})`;
      conditions.push(`seq ${isBackwards ? ">" : "<"} ${place}`);
    }
    const order = isBackwards ? "asc" : "desc";
    const sql = `select body from stripe_sandbox.objects where ${conditions.join(" and ")} order by seq ${order} limit ${limit + 1}`;
    const { rows } = await this.client.query<{ body: T }>(sql, values);
    const data = rows.slice(0, limit).map(({ body }) => body);
    return { object: "list", url, has_more: rows.length > limit, data: isBackwards ? data.reverse() : data };
  }

  private createdConditions(created: Wanted["created"], values: unknown[]): string[] {
    if (created === undefined) return [];
    const bounds = typeof created === "number" ? { gte: created, lte: created } : created;
    const signs = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
    return Object.entries(signs).flatMap(([name, sign]) => {
      const bound = Object.entries(bounds).find(([key]) => key === name)?.[1];
      if (bound === undefined) return [];
      values.push(bound);
      return [`(body->>'created')::bigint ${sign} $${values.length}`];
    });
  }
}
