import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../errors/api-error.ts";
import { answerContext } from "../platform/answer-context.ts";
import { addSeconds } from "../platform/clock.ts";
import { sha256 } from "../platform/crypto.ts";
import type { Services } from "../platform/scope.ts";
import { type Answer, errorAnswer } from "./respond.ts";

const RETENTION_SECONDS = 24 * 3600;
/** How often a running request renews its lease before it would expire. */
const RENEWALS = 3;
/** How long a second request with the same key waits for the first one's answer before it gets K9004. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 250;

/** A request with an Idempotency-Key: the key's owner and the content. */
export interface KeyedRequest {
  tenantId: string;
  applicationId: string;
  actorId: string;
  key: string;
  method: string;
  path: string;
  fields: Record<string, unknown>;
  requestId: string;
  /** Whether the operation writes everything in one transaction and would repeat it when it ran again. */
  isAtomic: boolean;
}

/** The request's identity over all its attempts, and whether an earlier attempt was cut off. */
export interface Once {
  onceKey: string;
  isRepeat: boolean;
}

interface Row {
  request_hash: string;
  status: "RUNNING" | "DONE";
  response_code: number | null;
  response_body: string | null;
  lease_until: Date;
}

/** The key of a request. K9007 when it is no printable ASCII of 1 to 255 characters; null when there is none. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x20-\x7e]{1,255}$/.test(header)) throw new ApiError("K9007");
  return header;
}

/**
 * Runs a request at most once per key. The first request runs; others with the same content wait and get its answer, marked
 * `idempotent-replayed: true`. Temporary answers (500 and above, or with `Retry-After`), 400, 401, 403, 408, 413, 415 and 429 are
 * not stored, so that a retry can succeed. When the process dies before it has stored the answer, a retry runs the request
 * again, and the operation resumes where it stopped. An operation that would do its work twice answers K9031 instead, with what
 * it has changed. K9003 the key was used for another request, K9004 the first request is still running.
 */
export async function runOnce(
  services: Services,
  request: KeyedRequest,
  work: (known: Once) => Promise<Answer>,
): Promise<Answer> {
  const hashes = hashesOf(services, request);
  const giveUpAt = addSeconds(services.clock.now(), WAIT_SECONDS);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const claimed = await claim(services, request, hashes);
    if (claimed) {
      const changes = request.isAtomic ? await changesOf(services, request.tenantId, claimed.cutOff) : [];
      const { onceKey, cutOff } = claimed;
      return runAndStore(services, request, () =>
        changes.length === 0 ? work({ onceKey, isRepeat: cutOff !== null }) : lostAnswer(request, changes),
      );
    }
    const row = await find(services, request);
    if (row) {
      if (!hashes.includes(row.request_hash)) throw new ApiError("K9003");
      if (row.status === "DONE") return replay(services, request, row);
    }
    if (services.clock.now() > giveUpAt) throw new ApiError("K9004", { retryAfter: 1 });
    await sleep(pause);
  }
}

/**
 * Digests of the request's content. The first is stored; a stored one that equals any of them means the same request. Fields may hold
 * passwords, so the digest is keyed. The last is a plain hash, which older versions stored: their keys live for one more day.
 */
function hashesOf({ vault }: Services, request: KeyedRequest): string[] {
  const content = [request.method, request.path, request.actorId, JSON.stringify(request.fields)].join("\n");
  return [...vault.digests(content, answerContext(request)), sha256(content)];
}

/**
 * Takes the key when it is new, has expired, or when the lease of the same request has expired because its process died. Returns
 * the id of the request that was cut off, if any; null when another request holds the key.
 */
async function claim(
  services: Services,
  request: KeyedRequest,
  hashes: string[],
): Promise<{ cutOff: string | null; onceKey: string } | null> {
  const now = services.clock.now();
  const { rows } = await poolOf(services, request).query<{ cutOff: string | null; since: Date }>({
    text: `insert into idempotency_keys as kept
       (tenant_id, application_id, key, request_hash, status, lease_until, created_at, expires_at, request_id)
     values ($1, $2, $3, $4, 'RUNNING', $5, $6, $7, $8)
     on conflict (tenant_id, application_id, key) do update
       set request_hash = excluded.request_hash, status = 'RUNNING', lease_until = excluded.lease_until,
           created_at = case when kept.expires_at <= $6 then excluded.created_at else kept.created_at end,
           expires_at = excluded.expires_at, response_code = null, response_body = null, request_id = excluded.request_id
       where kept.expires_at <= $6
          or (kept.status = 'RUNNING' and kept.lease_until <= $6 and kept.request_hash = any($9))
     returning created_at as since,
       -- The row before this statement.
       (select before.request_id from idempotency_keys before
        where before.tenant_id = $1 and before.application_id = $2 and before.key = $3
          and before.status = 'RUNNING' and before.expires_at > $6) as "cutOff"`,
    values: [
      request.tenantId,
      request.applicationId,
      request.key,
      hashes[0],
      leaseEnd(services),
      now,
      addSeconds(now, RETENTION_SECONDS),
      request.requestId,
      hashes,
    ],
  });
  const [row] = rows;
  if (!row) return null;
  // A key may be used anew a day later, for something else.
  const onceKey = sha256([answerContext(request), row.since.toISOString()].join("\n"));
  return { cutOff: row.cutOff, onceKey };
}

/** One change that a request made. */
interface Change {
  type: string;
  object_type: string;
  object_id: string;
}

/** What a request changed before it was cut off. Each change writes its audit row in its own transaction. */
async function changesOf(services: Services, tenantId: string, requestId: string | null): Promise<Change[]> {
  if (requestId === null) return [];
  const { rows } = await poolOf(services, { tenantId }).query<Change>({
    // The change is younger than the key, and a key is at most a day old: that bounds the search.
    text: `select action as type, object_type, object_id from audit_entries
     where tenant_id = $1 and created_at >= $2 and request_id = $3
       -- A customer named for the first time is created in a transaction of its own, which a retry may find.
       and action <> 'customer.created' order by created_at, id limit 100`,
    values: [tenantId, addSeconds(services.clock.now(), -RETENTION_SECONDS), requestId],
  });
  return rows;
}

async function lostAnswer({ requestId }: KeyedRequest, changes: Change[]): Promise<Answer> {
  return errorAnswer(new ApiError("K9031", { details: { changes } }), requestId);
}

async function find(services: Services, request: KeyedRequest): Promise<Row | undefined> {
  const { rows } = await poolOf(services, request).query<Row>({
    text: `select request_hash, status, response_code, response_body, lease_until from idempotency_keys
     where tenant_id = $1 and application_id = $2 and key = $3`,
    values: [request.tenantId, request.applicationId, request.key],
  });
  return rows[0];
}

/**
 * The key's lease ends after that of an operation at the card provider which the request starts, so that a request that takes
 * over the key can take over the operation, too.
 */
function leaseEnd({ clock, config }: Services): Date {
  return addSeconds(clock.now(), config.leaseSeconds * (1 + 1 / RENEWALS));
}

async function runAndStore(
  services: Services,
  request: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setInterval(
    () =>
      renew(services, request).catch((error: unknown) =>
        services.log.warn(
          { err: error, request_id: request.requestId },
          "the lease of an idempotency key was not renewed",
        ),
      ),
    (services.config.leaseSeconds * 1000) / RENEWALS,
  );
  let answer: Answer | undefined;
  try {
    answer = await work();
    return answer;
  } finally {
    clearInterval(timer);
    if (answer && isStored(answer) && typeof answer.body === "string")
      await storeAnswer(services, request, { ...answer, body: answer.body });
    else if (answer && !isTemporary(answer)) await release(services, request);
    else await endLease(services, request);
  }
}

function isStored(answer: Answer): boolean {
  return !isTemporary(answer) && ![400, 401, 403, 408, 413, 415, 429].includes(answer.status);
}

/** Whether a retry may have another result. Except with 429 the request may have started something already. */
function isTemporary(answer: Answer): boolean {
  const { status, headers } = answer;
  return status !== 429 && (status >= 500 || "retry-after" in headers || waitsForCardholder(answer));
}

/** K7002: once the cardholder has confirmed, the same request answers with the subscription. */
function waitsForCardholder({ status, body }: Answer): boolean {
  return status === 402 && typeof body === "string" && JSON.parse(body).code === "K7002";
}

/** The condition that this request still holds the key: after its lease expired, another request may have taken it. */
const IS_OWN =
  "tenant_id = $1 and application_id = $2 and key = $3 and request_id = $4 and status = 'RUNNING'";
const ownOf = (request: KeyedRequest) => [
  request.tenantId,
  request.applicationId,
  request.key,
  request.requestId,
];

async function renew(services: Services, request: KeyedRequest): Promise<void> {
  await poolOf(services, request).query({
    text: `update idempotency_keys set lease_until = $5 where ${IS_OWN}`,
    values: [...ownOf(request), leaseEnd(services)],
  });
}

/** Stores the answer under a key that this request still holds. Answers may hold secrets, so they are encrypted. */
async function storeAnswer(
  services: Services,
  request: KeyedRequest,
  answer: Answer & { body: string },
): Promise<void> {
  await poolOf(services, request).query({
    text: `update idempotency_keys set status = 'DONE', response_code = $5, response_body = $6
     where ${IS_OWN}`,
    values: [...ownOf(request), answer.status, services.vault.seal(answer.body, answerContext(request))],
  });
}

/** Deletes a key that this request still holds: nothing was done, so the next request may have another content. */
async function release(services: Services, request: KeyedRequest): Promise<void> {
  await poolOf(services, request).query({
    text: `delete from idempotency_keys where ${IS_OWN}`,
    values: ownOf(request),
  });
}

/** Ends the lease, so that a retry of the same request takes the key at once and resumes by the same onceKey. */
async function endLease(services: Services, request: KeyedRequest): Promise<void> {
  await poolOf(services, request).query({
    text: `update idempotency_keys set lease_until = $5 where ${IS_OWN}`,
    values: [...ownOf(request), services.clock.now()],
  });
}

const poolOf = (services: Services, { tenantId }: Pick<KeyedRequest, "tenantId">) =>
  services.tenantDatabase(tenantId).pool;

function replay(services: Services, request: KeyedRequest, row: Row): Answer {
  const body = services.vault.open(row.response_body ?? "", answerContext(request));
  return { status: row.response_code ?? 200, body, headers: { "idempotent-replayed": "true" } };
}
