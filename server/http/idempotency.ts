import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../errors/api-error.ts";
import { answerContext } from "../platform/answer-context.ts";
import { addSeconds } from "../platform/clock.ts";
import { sha256 } from "../platform/crypto.ts";
import type { Services } from "../platform/scope.ts";
import { type Answer, errorAnswer } from "./respond.ts";

const KEPT_SECONDS = 24 * 3600;
/** A living request renews its lease so many times before it would end. */
const RENEWALS = 3;
/** How long a second request with the same key waits for the first one's answer before it gets K9004. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;

/** Whose key it is and what was asked. */
export interface KeyedRequest {
  tenantId: string;
  applicationId: string;
  actorId: string;
  key: string;
  method: string;
  path: string;
  fields: Record<string, unknown>;
  requestId: string;
  /** Whether the operation changes everything at once, and anew when it is run again. */
  isAtomic: boolean;
}

/** What a keyed request knows of itself: its name over all its tries, and whether one before was cut off. */
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
 * Runs a request at most once per key: the first one works, others with the same content wait for its answer and get the
 * same one, marked `idempotent-replayed: true`. Answers that are temporary (500 and above, or with `Retry-After`), 401, 403,
 * 408, 413, 415 and 429 and refused input are not kept, so that a retry can succeed. A request whose process died before its answer was kept is run again, and goes on where
 * it was; when that would do it twice, whoever asks again is told by K9031 what it changed. K9003 the key was used for something else, K9004 the first is still running.
 */
export async function once(
  services: Services,
  request: KeyedRequest,
  work: (known: Once) => Promise<Answer>,
): Promise<Answer> {
  const hashes = hashesOf(services, request);
  const giveUpAt = addSeconds(services.clock.now(), WAIT_SECONDS);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const claimed = await claim(services, request, hashes);
    if (claimed) {
      const changes = request.isAtomic ? await changesOf(services, request.tenantId, claimed.cutOff) : [];
      const { onceKey, cutOff } = claimed;
      return runAndKeep(services, request, () =>
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
 * What stands for the request's content: the first is kept, any of them is the same request. Fields may hold passwords, so that it
 * is no plain hash; the last one is, as versions before kept it, for the day that their keys are kept.
 */
function hashesOf({ vault }: Services, request: KeyedRequest): string[] {
  const content = [request.method, request.path, request.actorId, JSON.stringify(request.fields)].join("\n");
  return [...vault.digests(content, answerContext(request)), sha256(content)];
}

/**
 * Takes the key when it is free, has expired, or when whoever ran it is dead and it is the same request; answers whose request
 * was cut off then. null when the key is somebody else's.
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
       -- As it was before this statement.
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
      addSeconds(now, KEPT_SECONDS),
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

/** One thing that a request changed. */
interface Change {
  type: string;
  object_type: string;
  object_id: string;
}

/** What a request changed before it was cut off, as the audit knows it; every change is written there as it is made. */
async function changesOf(services: Services, tenantId: string, requestId: string | null): Promise<Change[]> {
  if (requestId === null) return [];
  const { rows } = await poolOf(services, { tenantId }).query<Change>({
    // It cannot be older than its key, which is at least a lease and at most a day old; a day bounds the search.
    text: `select action as type, object_type, object_id from audit_entries
     where tenant_id = $1 and created_at >= $2 and request_id = $3
       -- Whoever is named for the first time is there before what they are named for.
       and action <> 'customer.created' order by created_at, id limit 100`,
    values: [tenantId, addSeconds(services.clock.now(), -KEPT_SECONDS), requestId],
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
 * A key's lease outlasts that of an operation at the card provider which the request begins: whoever takes the key over can
 * take over the operation, too.
 */
function leaseEnd({ clock, config }: Services): Date {
  return addSeconds(clock.now(), config.leaseSeconds * (1 + 1 / RENEWALS));
}

async function runAndKeep(
  services: Services,
  request: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setInterval(
    () =>
      renew(services, request).catch((error: unknown) =>
        services.log.warn(
          { err: error, request_id: request.requestId },
          "the lease of a key was not renewed",
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
    if (answer && isKept(answer) && typeof answer.body === "string")
      await keep(services, request, { ...answer, body: answer.body });
    else if (answer && !isTemporary(answer)) await release(services, request);
    else await leave(services, request);
  }
}

function isKept(answer: Answer): boolean {
  return !isTemporary(answer) && ![400, 401, 403, 408, 413, 415, 429].includes(answer.status);
}

/** An answer after which the same request may have another result. It may have begun something by then, save with 429. */
function isTemporary(answer: Answer): boolean {
  const { status, headers } = answer;
  return status !== 429 && (status >= 500 || "retry-after" in headers || waitsForCardholder(answer));
}

/** K7002: once the cardholder has confirmed, the same request answers with the subscription. */
function waitsForCardholder({ status, body }: Answer): boolean {
  return status === 402 && typeof body === "string" && JSON.parse(body).code === "K7002";
}

/** The row of a key that this request runs under: one that outlived its lease may have lost it to another request. */
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

/** Keeps an answer under a key that is still the request's own. Answers may hold secrets, so they are sealed. */
async function keep(
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

/** Frees a key that is still the request's own: nothing was done, and the next request may be another one. */
async function release(services: Services, request: KeyedRequest): Promise<void> {
  await poolOf(services, request).query({
    text: `delete from idempotency_keys where ${IS_OWN}`,
    values: ownOf(request),
  });
}

/** Leaves the key to the same request, sent again: it goes on with what this one began, by the same once key. */
async function leave(services: Services, request: KeyedRequest): Promise<void> {
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
