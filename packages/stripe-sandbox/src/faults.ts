import type pg from "pg";
import type { Store } from "./store.ts";

// What Stripe does too rarely to wait for, on demand, for a caller's tests. `/sandbox/faults` is a path of the
// sandbox's own: Stripe answers it with 404, as the sandbox does to live keys; publishable ones are refused as soon as they arrive.

/**
 * How a request goes wrong: before anything happens or after it has happened; with an answer, late, with none, or with a
 * connection that breaks. A 500 that follows the work is kept under the idempotency key and replayed, as Stripe does.
 */
export const REQUEST_FAULTS = [
  "error_before",
  "error_after",
  "rate_limit",
  "slow",
  "timeout_before",
  "timeout_after",
  "cut_before",
  "cut_after",
] as const;

/** How a callback goes wrong. */
export const WEBHOOK_FAULTS = [
  "webhook_duplicate",
  "webhook_reorder",
  "webhook_delay",
  "webhook_lose",
] as const;

type RequestFaultKind = (typeof REQUEST_FAULTS)[number];
type WebhookFaultKind = (typeof WEBHOOK_FAULTS)[number];

/** A fault that meets a request. */
export interface RequestFault {
  kind: RequestFaultKind;
  delay_ms: number;
}

/** A fault as the control endpoint shows it. */
export interface Fault {
  object: "sandbox.fault";
  id: string;
  kind: RequestFaultKind | WebhookFaultKind;
  method: string | null;
  /** The whole path of a request, in which `*` matches anything; null for all. */
  path: string | null;
  /** The type of event whose callback goes wrong; null for all. */
  event: string | null;
  delay_ms: number;
  /** How many requests or events it is yet to meet. */
  remaining: number;
}

const COLUMNS = "'sandbox.fault' as object, id::text, kind, method, path, event, delay_ms, remaining";

/** Lets coming requests or callbacks go wrong. */
export async function addFault(store: Store, fault: Omit<Fault, "id" | "object">): Promise<Fault> {
  const sql = `insert into stripe_sandbox.faults (account, kind, method, path, event, delay_ms, remaining)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`;
  const { kind, method, path, event, delay_ms, remaining } = fault;
  const values = [store.account, kind, method, path, event, delay_ms, remaining];
  const { rows } = await store.query<Fault>(sql, values);
  if (!rows[0]) throw new Error("The fault was not written.");
  return rows[0];
}

/** The faults that wait, in the order in which they are taken. */
export async function waitingFaults(store: Store): Promise<Fault[]> {
  const sql = `select ${COLUMNS} from stripe_sandbox.faults where account = $1 and remaining > 0 order by id`;
  return (await store.query<Fault>(sql, [store.account])).rows;
}

export async function clearFaults(store: Store): Promise<void> {
  await store.query("delete from stripe_sandbox.faults where account = $1", [store.account]);
}

/** The fault that meets this request, used up once more, also between processes; null when the request goes well. */
export async function takeRequestFault(
  pool: pg.Pool,
  { account, method, path }: { account: string; method: string; path: string },
): Promise<RequestFault | null> {
  const sql = `update stripe_sandbox.faults set remaining = remaining - 1 where id = (
      select id from stripe_sandbox.faults where account = $1 and remaining > 0 and kind = any($4)
        and (method is null or method = $2)
        and (path is null or $3 like replace(replace(replace(path, '\\', '\\\\'), '_', '\\_'), '*', '%'))
      order by id limit 1 for update)
    returning kind, delay_ms`;
  const { rows } = await pool.query<RequestFault>(sql, [account, method, path, REQUEST_FAULTS]);
  return rows[0] ?? null;
}

/** How often a callback is sent, and how late. */
export interface Sending {
  copies: number;
  delayMs: number;
}

const AS_EVER: Sending = { copies: 1, delayMs: 0 };

/**
 * How the callbacks of an event go out. Of those that are reordered, the first leaves last: each waits `delay_ms` for each
 * one that is still to come.
 */
export async function sendingOf(store: Store, type: string): Promise<Sending> {
  const sql = `update stripe_sandbox.faults set remaining = remaining - 1 where id = (
      select id from stripe_sandbox.faults where account = $1 and remaining > 0 and kind = any($3)
        and (event is null or event = $2) order by id limit 1 for update)
    returning kind, delay_ms, remaining`;
  const { rows } = await store.query<Sent>(sql, [store.account, type, WEBHOOK_FAULTS]);
  const [fault] = rows;
  return fault ? SENDING[fault.kind](fault) : AS_EVER;
}

interface Sent {
  kind: WebhookFaultKind;
  delay_ms: number;
  remaining: number;
}

const SENDING: Record<WebhookFaultKind, (fault: Sent) => Sending> = {
  webhook_duplicate: () => ({ copies: 2, delayMs: 0 }),
  webhook_lose: () => ({ copies: 0, delayMs: 0 }),
  webhook_delay: ({ delay_ms }) => ({ copies: 1, delayMs: delay_ms }),
  webhook_reorder: ({ delay_ms, remaining }) => ({ copies: 1, delayMs: delay_ms * remaining }),
};
