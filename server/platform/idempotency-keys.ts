import { addSeconds } from "./clock.ts";
import type { Services } from "./scope.ts";

// The stored Idempotency-Keys: one row for each key of an owner (http/key-owner.ts), with the answer that its request got.

export const RETENTION_SECONDS = 24 * 3600;

/** A key, and the request that holds it or wants to. */
export interface KeyHolder {
  tenantId: string;
  applicationId: string;
  key: string;
  requestId: string;
}

export interface StoredKey {
  request_hash: string;
  status: "RUNNING" | "DONE";
  response_code: number | null;
  response_body: string | null;
}

/**
 * Takes the key when it is new, has expired, or when the lease of the same request has expired because its process died. The first
 * hash is stored; a stored one that equals any of them means the same request. Returns since when the key is in use, and the id of the
 * request that was cut off, if any; null when another request holds the key.
 */
export async function claimKey(
  services: Services,
  holder: KeyHolder,
  hashes: string[],
  leaseUntil: Date,
): Promise<{ cutOff: string | null; since: Date } | null> {
  const { tenantId, applicationId, key, requestId } = holder;
  const now = services.clock.now();
  const { rows } = await poolOf(services, holder).query<{ cutOff: string | null; since: Date }>({
    text: `insert into idempotency_keys as kept
       (tenant_id, application_id, key, request_hash, status, lease_until, created_at, expires_at, request_id)
     values ($1, $2, $3, $4, 'RUNNING', $5, $6, $7, $8)
     on conflict (tenant_id, application_id, key) do update
       set request_hash = excluded.request_hash, status = 'RUNNING', lease_until = excluded.lease_until,
           created_at = case when kept.expires_at <= $6 then excluded.created_at else kept.created_at end,
           choice = case when kept.expires_at <= $6 then null else kept.choice end,
           expires_at = excluded.expires_at, response_code = null, response_body = null, request_id = excluded.request_id
       where kept.expires_at <= $6
          or (kept.status = 'RUNNING' and kept.lease_until <= $6 and kept.request_hash = any($9))
     returning created_at as since,
       -- The row before this statement.
       (select before.request_id from idempotency_keys before
        where before.tenant_id = $1 and before.application_id = $2 and before.key = $3
          and before.status = 'RUNNING' and before.expires_at > $6) as "cutOff"`,
    values: [
      tenantId,
      applicationId,
      key,
      hashes[0],
      leaseUntil,
      now,
      addSeconds(now, RETENTION_SECONDS),
      requestId,
      hashes,
    ],
  });
  return rows[0] ?? null;
}

export async function findKey(services: Services, holder: KeyHolder): Promise<StoredKey | undefined> {
  const { rows } = await poolOf(services, holder).query<StoredKey>({
    text: `select request_hash, status, response_code, response_body from idempotency_keys
     where tenant_id = $1 and application_id = $2 and key = $3`,
    values: [holder.tenantId, holder.applicationId, holder.key],
  });
  return rows[0];
}

/** The condition that the request still holds the key: after its lease expired, another request may have taken it. */
const IS_OWN =
  "tenant_id = $1 and application_id = $2 and key = $3 and request_id = $4 and status = 'RUNNING'";
const ownOf = ({ tenantId, applicationId, key, requestId }: KeyHolder) => [
  tenantId,
  applicationId,
  key,
  requestId,
];

/** Moves the end of the lease of a key that the request still holds. */
export async function setLease(services: Services, holder: KeyHolder, until: Date): Promise<void> {
  await poolOf(services, holder).query({
    text: `update idempotency_keys set lease_until = $5 where ${IS_OWN}`,
    values: [...ownOf(holder), until],
  });
}

/** Stores the request's choice unless an attempt before it has, and returns the stored one. null: the key is another request's now. */
export async function storeChoice(
  services: Services,
  holder: KeyHolder,
  choice: string,
): Promise<string | null> {
  const { rows } = await poolOf(services, holder).query<{ choice: string }>({
    text: `update idempotency_keys set choice = coalesce(choice, $5) where ${IS_OWN} returning choice`,
    values: [...ownOf(holder), choice],
  });
  return rows[0]?.choice ?? null;
}

/** Stores the answer, sealed by the caller, under a key that the request still holds. */
export async function storeAnswer(
  services: Services,
  holder: KeyHolder,
  answer: { status: number; sealedBody: string },
): Promise<void> {
  await poolOf(services, holder).query({
    text: `update idempotency_keys set status = 'DONE', response_code = $5, response_body = $6 where ${IS_OWN}`,
    values: [...ownOf(holder), answer.status, answer.sealedBody],
  });
}

/** Deletes a key that the request still holds: nothing was done, so the next request may have another content. */
export async function releaseKey(services: Services, holder: KeyHolder): Promise<void> {
  await poolOf(services, holder).query({
    text: `delete from idempotency_keys where ${IS_OWN}`,
    values: ownOf(holder),
  });
}

/** Deletes keys whose time is over, with their answers. */
export async function deleteExpiredKeys({ db, clock }: Services): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { expiresAt: { lte: clock.now() } } });
}

const poolOf = (services: Services, { tenantId }: KeyHolder) => services.tenantDatabase(tenantId).pool;
