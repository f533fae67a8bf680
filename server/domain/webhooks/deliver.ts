import { waitAfter } from "../../platform/backoff.ts";
import { addSeconds } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { type Answered, type Outcome, post, type Resolve } from "../../platform/post.ts";
import { viewEvent } from "../events/view-event.ts";
import { type Services, systemScope, type Tx } from "../scope.ts";
import { mayBePrivate } from "./addresses.ts";
import { disableEndpoint } from "./change-endpoint.ts";
import { lockEndpoint } from "./load-endpoint.ts";
import { noticeDisabled } from "./notice-disabled.ts";
import { BACKOFF, DISABLE_AFTER_SECONDS, GONE, LEASE_SECONDS } from "./rules.ts";
import { openSecret, type SealedSecret } from "./secrets.ts";
import { signedHeaders } from "./sign.ts";

/** An endpoint that something is due for. */
export interface Due {
  tenantId: string;
  endpointId: string;
}

/** The enabled endpoints with a delivery that is due. */
export async function listDueEndpoints({ db, clock }: Services): Promise<Due[]> {
  return db.$queryRaw<Due[]>`
    select e.tenant_id as "tenantId", e.id as "endpointId" from webhook_endpoints e
    where e.disabled_at is null and exists (
      select 1 from webhook_deliveries d
      where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'PENDING' and d.next_attempt_at <= ${clock.now()})`;
}

interface Taken {
  event_id: string;
  attempts: number;
  type: string;
  object_type: string;
  object_id: string;
  sequence: number;
  data: string;
  created_at: Date;
  url: string;
  failing_since: Date | null;
  mode: "LIVE" | "TEST";
  secrets: SealedSecret[];
}

/**
 * Sends an endpoint the one event that has waited longest; null when none is due, else whether it was taken. The delivery is
 * taken for the time of a lease before anything is sent, so that of any number of workers one sends it and no lock is held
 * meanwhile; a worker that dies loses nothing, for the lease ends. Whoever answers 2xx, to the end, has it. All else is tried
 * again for some three days; an endpoint at which nothing succeeds for five, or which says that it is gone, is disabled.
 * A crash between the answer and our note of it sends the event again under the same webhook-id: at least once, not once.
 */
export async function deliverNext(services: Services, due: Due, resolve?: Resolve): Promise<boolean | null> {
  const { clock, vault, log } = services;
  const leaseEnd = addSeconds(clock.now(), LEASE_SECONDS);
  const taken = await take(services, due, leaseEnd);
  if (!taken) return null;
  const body = JSON.stringify(viewEvent(eventOf(taken)));
  const secrets = taken.secrets.map((secret) => openSecret(vault, secret));
  const startedAt = clock.now();
  const headers = {
    "content-type": "application/json",
    "user-agent": "Usher-Webhooks/1.0",
    ...signedHeaders({ id: taken.event_id, body }, secrets, startedAt),
  };
  const isPrivate = mayBePrivate(services, taken.mode);
  const before = performance.now();
  const outcome = await post({ url: taken.url, headers, body, mayBePrivate: isPrivate }, resolve);
  const durationMs = Math.round(performance.now() - before);
  const sent = { url: taken.url, headers, startedAt, durationMs };
  const verdict = judge(outcome);
  if (!verdict.succeeded)
    log.warn(
      {
        tenant_id: due.tenantId,
        endpoint_id: due.endpointId,
        event_id: taken.event_id,
        attempt: taken.attempts,
        reason: verdict.error,
      },
      "webhook was not taken",
    );
  await settle(services, { due, taken, leaseEnd }, sent, verdict);
  return verdict.succeeded;
}

function eventOf(taken: Taken) {
  const { event_id: id, type, sequence } = taken;
  const object = { objectType: taken.object_type, objectId: taken.object_id };
  // As text until here: a client that parses JSON for us could drop a key that is called __proto__.
  return { id, type, ...object, sequence, data: JSON.parse(taken.data), createdAt: taken.created_at };
}

async function take({ db, clock }: Services, due: Due, leaseEnd: Date): Promise<Taken | undefined> {
  const { tenantId, endpointId } = due;
  const now = clock.now();
  const [taken] = await db.$queryRaw<Taken[]>`
    update webhook_deliveries d set next_attempt_at = ${leaseEnd}, attempts = d.attempts + 1
    from webhook_endpoints e, tenants t, events ev
    where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.event_id = (
        select event_id from webhook_deliveries
        where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and status = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at, event_id limit 1 for update skip locked)
      and e.tenant_id = ${tenantId} and e.id = ${endpointId} and e.disabled_at is null
      and t.id = ${tenantId} and ev.tenant_id = ${tenantId} and ev.id = d.event_id
    returning d.event_id, d.attempts, ev.type, ev.object_type, ev.object_id, ev.sequence, ev.data::text as data, ev.created_at,
      e.url, e.failing_since, t.mode::text as mode,
      (select json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.created_at desc) from webhook_secrets s
       where s.tenant_id = ${tenantId} and s.endpoint_id = ${endpointId} and (s.expires_at is null or s.expires_at > ${now}))
        as secrets`;
  return taken;
}

interface Verdict {
  succeeded: boolean;
  isGone: boolean;
  error: string | null;
  answer: Answered | null;
}

function judge(outcome: Outcome): Verdict {
  if ("error" in outcome)
    return { succeeded: false, isGone: false, error: outcome.error, answer: outcome.part };
  const { status } = outcome;
  const succeeded = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? `It answered ${status}; redirects are not followed.` : `It answered ${status}.`;
  return { succeeded, isGone: status === GONE, error: succeeded ? null : error, answer: outcome };
}

interface Sent {
  url: string;
  headers: Record<string, string>;
  startedAt: Date;
  durationMs: number;
}

interface Mine {
  due: Due;
  taken: Taken;
  leaseEnd: Date;
}

/** Logs the try, and writes what became of the delivery unless the lease was lost meanwhile: then it is another's to say. */
async function settle(services: Services, mine: Mine, sent: Sent, verdict: Verdict): Promise<void> {
  const { due, taken } = mine;
  await services.db.$transaction(async (tx) => {
    // The endpoint before the delivery, as everybody locks them.
    await noteHealth(tx, services, mine, verdict);
    const key = { ...due, eventId: taken.event_id };
    const [row] = await tx.$queryRaw<unknown[]>`
      select 1 from webhook_deliveries
      where tenant_id = ${key.tenantId} and endpoint_id = ${key.endpointId} and event_id = ${key.eventId} for update`;
    // The endpoint was deleted.
    if (!row) return;
    const { answer, error } = verdict;
    await tx.webhookAttempt.create({
      data: {
        ...key,
        id: newId("webhookAttempt"),
        startedAt: sent.startedAt,
        durationMs: sent.durationMs,
        url: sent.url,
        requestHeaders: sent.headers,
        ...(answer && {
          responseStatus: answer.status,
          responseHeaders: answer.headers,
          responseBody: answer.body,
        }),
        error,
      },
    });
    await tx.webhookDelivery.updateMany({
      where: { ...key, status: "PENDING", nextAttemptAt: mine.leaseEnd },
      data: { responseStatus: answer?.status ?? null, lastError: error, ...next(services, taken, verdict) },
    });
  });
}

/** DELIVERED, FAILED, or when it is tried next: not before the receiver wants it. */
function next({ clock }: Services, taken: Taken, { succeeded, answer }: Verdict) {
  const now = clock.now();
  if (succeeded) return { status: "DELIVERED", deliveredAt: now } as const;
  const wait = waitAfter(BACKOFF, taken.attempts, Math.random());
  if (wait === null) return { status: "FAILED" } as const;
  const wanted = Math.min(answer?.retryAfter ?? 0, BACKOFF.longest);
  return { nextAttemptAt: addSeconds(now, Math.max(wait, wanted)) };
}

/** Since when the endpoint fails; disables it, with notice, when that is long enough. */
async function noteHealth(
  tx: Tx,
  services: Services,
  { due, taken }: Mine,
  { succeeded, isGone }: Verdict,
): Promise<void> {
  const { tenantId, endpointId: id } = due;
  const now = services.clock.now();
  const since = taken.failing_since;
  if (succeeded) {
    if (since) await tx.webhookEndpoint.updateMany({ where: { tenantId, id }, data: { failingSince: null } });
    return;
  }
  if (!since)
    await tx.webhookEndpoint.updateMany({
      where: { tenantId, id, failingSince: null },
      data: { failingSince: now },
    });
  const hasFailedLong = since !== null && addSeconds(since, DISABLE_AFTER_SECONDS) <= now;
  if (!isGone && !hasFailedLong) return;
  const scope = systemScope(services, { id: tenantId, mode: taken.mode }, "worker");
  const endpoint = await lockEndpoint(tx, scope, id).catch(() => null);
  if (!endpoint || endpoint.disabledAt) return;
  // Another try may have succeeded since ours was taken.
  if (!isGone && endpoint.failingSince?.getTime() !== since?.getTime()) return;
  const reason = isGone ? "GONE" : "FAILING";
  await noticeDisabled(tx, scope, await disableEndpoint(tx, scope, endpoint, reason));
}
