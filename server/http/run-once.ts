import { setTimeout as sleep } from "node:timers/promises";
import { changesOfRequest, type RecordedChange } from "../domain/audit/changes-of-request.ts";
import { ApiError } from "../errors/api-error.ts";
import { codeOf } from "../errors/catalogue.ts";
import { answerContext } from "../platform/answer-context.ts";
import { addSeconds } from "../platform/clock.ts";
import { sha256 } from "../platform/crypto.ts";
import {
  claimKey,
  findKey,
  RETENTION_SECONDS,
  releaseKey,
  type StoredKey,
  setLease,
  storeAnswer,
  storeChoice,
} from "../platform/idempotency-keys.ts";
import type { Scope, Services } from "../platform/scope.ts";
import { type Answer, errorAnswer } from "./respond.ts";

/** How often a running request renews its lease before it would expire. */
const RENEWALS = 3;
/** How long a second request with the same key waits for the first one's answer before it gets idempotent_request_in_progress. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 250;

/** A request with an Idempotency-Key: the key's owner and the content. */
export interface KeyedRequest {
  tenantId: string;
  applicationId: string;
  actorId: string;
  /** As it is stored: with its owner's name before it (key-owner.ts). */
  key: string;
  /** How versions before stored it; null where they stored it alike. */
  formerKey?: string | null;
  method: string;
  path: string;
  fields: Record<string, unknown>;
  requestId: string;
  /** Whether the operation writes everything in one transaction and would repeat it when it ran again. */
  isAtomic: boolean;
}

/** The request's identity over all its attempts, whether an earlier attempt was cut off, and what it had chosen to do. */
export type Once = Required<Pick<Scope, "onceKey" | "isRepeat" | "chooseOnce">>;

/** The key of a request. Throws idempotency_key_invalid. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x20-\x7e]{1,255}$/.test(header))
    throw new ApiError("idempotency_key_invalid");
  return header;
}

/**
 * Runs a request at most once per key. The first request runs; others with the same content wait and get its answer, marked
 * `idempotent-replayed: true`. Temporary answers (500 and above, or with `Retry-After`), 400, 401, 403, 408, 413, 415 and 429 are not
 * stored, so that a retry can succeed. When the process dies before it has stored the answer, a retry runs the request again, and the
 * operation resumes where it stopped. An operation that would do its work twice answers idempotent_answer_lost instead, with what it has changed.
 * Throws idempotency_key_reused or idempotent_request_in_progress.
 */
export async function runOnce(
  services: Services,
  asked: KeyedRequest,
  work: (known: Once) => Promise<Answer>,
): Promise<Answer> {
  const request = await asStored(services, asked);
  const hashes = hashesOf(services, request);
  const giveUpAt = addSeconds(services.clock.now(), WAIT_SECONDS);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const claimed = await claimKey(services, request, hashes, leaseEnd(services));
    if (claimed) {
      const changes = request.isAtomic ? await changesOf(services, request.tenantId, claimed.cutOff) : [];
      const once: Once = {
        onceKey: onceKeyOf(request, claimed.since),
        isRepeat: claimed.cutOff !== null,
        chooseOnce: (choice) => chooseOnce(services, request, choice),
      };
      return runAndStore(services, request, () =>
        changes.length === 0 ? work(once) : lostAnswer(request, changes),
      );
    }
    const row = await findKey(services, request);
    if (row) {
      if (!hashes.includes(row.request_hash)) throw new ApiError("idempotency_key_reused");
      if (row.status === "DONE") return replay(services, request, row);
    }
    if (services.clock.now() > giveUpAt)
      throw new ApiError("idempotent_request_in_progress", { retryAfter: 1 });
    await sleep(pause);
  }
}

/** The request with the key under which a version before has kept this very request, which lives for one more day; else as it is. */
async function asStored(services: Services, request: KeyedRequest): Promise<KeyedRequest> {
  if (!request.formerKey) return request;
  const former = { ...request, key: request.formerKey };
  const row = await findKey(services, former);
  return row && hashesOf(services, former).includes(row.request_hash) ? former : request;
}

/**
 * Digests of the request's content. The first is stored; a stored one that equals any of them means the same request. Fields may hold
 * passwords, so the digest is keyed. The last is a plain hash, which older versions stored: their keys live for one more day.
 */
function hashesOf({ vault }: Services, request: KeyedRequest): string[] {
  const content = [request.method, request.path, request.actorId, JSON.stringify(request.fields)].join("\n");
  return [...vault.digests(content, answerContext(request)), sha256(content)];
}

/** The identity of a request over all its attempts: a key may be used anew a day later, for something else. */
function onceKeyOf(request: KeyedRequest, since: Date): string {
  return sha256([answerContext(request), since.toISOString()].join("\n"));
}

async function chooseOnce(services: Services, request: KeyedRequest, choice: string): Promise<string> {
  const kept = await storeChoice(services, request, choice);
  if (kept === null) throw new ApiError("idempotent_request_in_progress", { retryAfter: 1 });
  return kept;
}

/** What a request changed before it was cut off. The change is younger than the key, and a key is at most a day old. */
async function changesOf(
  services: Services,
  tenantId: string,
  requestId: string | null,
): Promise<RecordedChange[]> {
  if (requestId === null) return [];
  const since = addSeconds(services.clock.now(), -RETENTION_SECONDS);
  return changesOfRequest(services, { tenantId, requestId, since });
}

async function lostAnswer({ requestId }: KeyedRequest, changes: RecordedChange[]): Promise<Answer> {
  return errorAnswer(new ApiError("idempotent_answer_lost", { details: { changes } }), requestId);
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
      setLease(services, request, leaseEnd(services)).catch((error: unknown) =>
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
      await storeAnswer(services, request, {
        status: answer.status,
        // Answers may hold secrets.
        sealedBody: services.vault.encrypt(answer.body, answerContext(request)),
      });
    else if (answer && !isTemporary(answer)) await releaseKey(services, request);
    // A retry of the same request takes the key at once, and resumes by the same onceKey.
    else await setLease(services, request, services.clock.now());
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

/** card_authentication_required: once the cardholder has confirmed, the same request answers with the subscription. */
function waitsForCardholder({ status, body }: Answer): boolean {
  return (
    status === 402 &&
    typeof body === "string" &&
    JSON.parse(body).code === codeOf("card_authentication_required")
  );
}

/** The stored answer. A refusal names the request that is answered now, as the header x-request-id does. */
function replay(services: Services, request: KeyedRequest, row: StoredKey): Answer {
  const stored = services.vault.decrypt(row.response_body ?? "", answerContext(request));
  const status = row.response_code ?? 200;
  const body =
    status < 400 ? stored : JSON.stringify({ ...JSON.parse(stored), request_id: request.requestId });
  return { status, body, headers: { "idempotent-replayed": "true" } };
}
