import type pg from "pg";
import type { z } from "zod";
import { cursorOf } from "./page-of.ts";
import { missing } from "./wire/failure.ts";
import type { Range } from "./wire/params.ts";

type Bounds = z.output<typeof Range>;

/** What runs the statements: a transaction's store. */
interface Statements {
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** How a list is narrowed and paged. */
export interface Wanted {
  /** What the object must contain. */
  where?: Record<string, unknown>;
  /** What it must not contain. */
  without?: Record<string, unknown>[];
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: Bounds | undefined;
  /** Bounds of other moments, by field. */
  moments?: Partial<Record<"canceled_at" | "completed_at" | "released_at", Bounds | undefined>>;
}

/** A page as Stripe sends it. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

interface Row {
  body: { id: string; object: string };
  hidden: Record<string, unknown>;
}

const DEFAULT_LIMIT = 10;

/** One page of a kind, newest first. */
export async function selectList(store: Statements, account: string, kind: string, wanted: Wanted) {
  const values: unknown[] = [account, kind];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["account = $1", "kind = $2"];
  const { customer, lookup_key: lookupKey, ...where } = wanted.where ?? {};
  // These two have indexes of their own.
  if (customer === null) conditions.push("body->>'customer' is null");
  else if (customer !== undefined) conditions.push(`body->>'customer' = ${add(customer)}`);
  if (lookupKey !== undefined) conditions.push(`body->>'lookup_key' = ${add(lookupKey)}`);
  if (Object.keys(where).length > 0) conditions.push(`body @> ${add(JSON.stringify(where))}::jsonb`);
  for (const not of wanted.without ?? []) conditions.push(`not body @> ${add(JSON.stringify(not))}::jsonb`);
  for (const [field, bounds] of Object.entries({ ...wanted.moments, created: wanted.created }))
    conditions.push(...momentConditions(field, bounds, add));
  const { cursor, isBackwards } = cursorOf(wanted);
  if (cursor !== undefined)
    conditions.push(
      `seq ${isBackwards ? ">" : "<"} ${add(await place(store, account, kind, cursor, isBackwards))}`,
    );
  const limit = wanted.limit ?? DEFAULT_LIMIT;
  const most = Number.isFinite(limit) ? `limit ${limit + 1}` : "";
  const sql = `select body, hidden from stripe_sandbox.objects where ${conditions.join(" and ")}
    order by seq ${isBackwards ? "asc" : "desc"} ${most}`;
  const { rows } = await store.query<Row>(sql, values);
  const page = rows.slice(0, Number.isFinite(limit) ? limit : undefined);
  return { rows: isBackwards ? page.reverse() : page, hasMore: rows.length > page.length };
}

async function place(
  store: Statements,
  account: string,
  kind: string,
  id: string,
  isBackwards: boolean,
): Promise<string> {
  const sql = "select seq from stripe_sandbox.objects where account = $1 and kind = $2 and id = $3";
  const { rows } = await store.query<{ seq: string }>(sql, [account, kind, id]);
  if (!rows[0]) throw missing(kind, id, isBackwards ? "ending_before" : "starting_after");
  return rows[0].seq;
}

/** The field's name comes from the code, never from a request. */
function momentConditions(
  field: string,
  wanted: Bounds | undefined,
  add: (value: unknown) => string,
): string[] {
  if (wanted === undefined) return [];
  const { gt, gte, lt, lte } = typeof wanted === "number" ? { gte: wanted, lte: wanted } : wanted;
  const bounds = [
    [">", gt],
    [">=", gte],
    ["<", lt],
    ["<=", lte],
  ] as const;
  return bounds.flatMap(([sign, bound]) =>
    bound === undefined ? [] : [`(body->>'${field}')::bigint ${sign} ${add(bound)}`],
  );
}
