import { createHash } from "node:crypto";
import type { Store } from "./store.ts";
import { Failure } from "./wire/failure.ts";
import { canonical } from "./wire/form.ts";

const KEPT_SECONDS = 24 * 3600;

/** An answer as it is kept: https://docs.stripe.com/api/idempotent_requests. */
export interface Kept {
  status: number;
  body: string;
  /** The request that was answered. */
  requestId: string;
}

/** What tells two requests with one key apart. */
export function fingerprintOf(path: string, params: unknown): string {
  return createHash("sha256")
    .update(`${path} ${canonical(params)}`)
    .digest("hex");
}

/**
 * Claims a key for the length of this transaction: answers what was kept under it, or null when the request is to run. The
 * claim goes with the transaction, so that a crash leaves nothing behind. Refused while another request holds the key, and
 * when it was used with other parameters.
 */
export async function claim(store: Store, key: string, fingerprint: string): Promise<Kept | null> {
  const lock = "select pg_try_advisory_xact_lock(hashtextextended($1, 11)) as is_claimed";
  const claimed = await store.query<{ is_claimed: boolean }>(lock, [`${store.account}:${key}`]);
  if (!claimed.rows[0]?.is_claimed) throw inUse();
  // A statement of its own: it has to see what the last holder of the claim has committed.
  const sql = `select fingerprint, status, body, request_id as "requestId" from stripe_sandbox.requests
    where account = $1 and key = $2 and created > extract(epoch from now()) - ${KEPT_SECONDS}`;
  const { rows } = await store.query<Kept & { fingerprint: string }>(sql, [store.account, key]);
  const [row] = rows;
  if (!row) return null;
  if (row.fingerprint !== fingerprint) throw otherParameters(key);
  return { status: row.status, body: row.body, requestId: row.requestId };
}

/** Keeps the answer of the request that claimed the key. */
export async function keep(
  store: Store,
  key: string,
  fingerprint: string,
  { status, body, requestId }: Kept,
): Promise<void> {
  const sql = `insert into stripe_sandbox.requests (account, key, fingerprint, status, body, request_id, created)
    values ($1, $2, $3, $4, $5, $6, extract(epoch from now()))
    on conflict (account, key) do update
    set fingerprint = $3, status = $4, body = $5, request_id = $6, created = excluded.created`;
  await store.query(sql, [store.account, key, fingerprint, status, body, requestId]);
}

function inUse(): Failure {
  const message =
    "There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, " +
    "and the other request is still going through). Please try again later.";
  return new Failure({ status: 409, type: "idempotency_error", code: "idempotency_key_in_use", message });
}

function otherParameters(key: string): Failure {
  const message =
    "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key " +
    `other than '${key}' if you meant to execute a different request.`;
  return new Failure({ status: 400, type: "idempotency_error", message });
}
