import { addSeconds } from "../../../platform/clock.ts";
import { webhookSeconds } from "../../../platform/metrics.ts";
import { post, type Resolve } from "../../../platform/outbound-http.ts";
import type { Services } from "../../../platform/scope.ts";
import { inSpan } from "../../../platform/tracing.ts";
import { viewEvent } from "../../events/view-event.ts";
import { mayBePrivate } from "../addresses.ts";
import { LEASE_SECONDS } from "../rules.ts";
import { openSecret } from "../secrets.ts";
import type { Due, Taken } from "./due.ts";
import { judge, type Mine, settle, UNSIGNED } from "./settle-delivery.ts";
import { signedHeaders } from "./sign.ts";

/** The enabled endpoints with a delivery that is due. */
export async function listDueEndpoints({ db, clock }: Services): Promise<Due[]> {
  return db.$queryRaw<Due[]>`
    select e.tenant_id as "tenantId", e.id as "endpointId" from webhook_endpoints e
    where e.disabled_at is null and exists (
      select 1 from webhook_deliveries d
      where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'PENDING' and d.next_attempt_at <= ${clock.now()})`;
}

/**
 * Sends an endpoint the one event that has waited longest; null when none is due, else whether it was taken. The delivery is
 * taken for the time of a lease before anything is sent, so that of any number of workers one sends it and no lock is held
 * meanwhile; a worker that dies loses nothing, for the lease ends. Whoever answers 2xx, to the end, has it. All else is tried
 * again for some three days, also what cannot be signed; an endpoint at which nothing succeeds for five, or which says that it
 * is gone, is disabled.
 * A crash between the answer and our note of it sends the event again under the same webhook-id: at least once, not once.
 */
export async function deliverNext(services: Services, due: Due, resolve?: Resolve): Promise<boolean | null> {
  const { clock, log } = services;
  const leaseEnd = addSeconds(clock.now(), LEASE_SECONDS);
  const taken = await take(services, due, leaseEnd);
  if (!taken) return null;
  const body = JSON.stringify(viewEvent(eventOf(taken)));
  const startedAt = clock.now();
  const mine = { due, taken, leaseEnd };
  const secrets = openSecrets(services, mine);
  if (secrets.length === 0) {
    const unsent = { url: taken.url, headers: {}, startedAt, durationMs: 0 };
    await settle(services, mine, unsent, UNSIGNED);
    return false;
  }
  const headers = {
    "content-type": "application/json",
    "user-agent": "Usher-Webhooks/1.0",
    ...signedHeaders({ id: taken.event_id, body }, secrets, startedAt),
  };
  const isPrivate = mayBePrivate(services, taken.mode);
  const before = performance.now();
  const outcome = await inSpan(
    "webhook",
    { kind: "client", attributes: { "usher.event": taken.event_id } },
    () => post({ url: taken.url, headers, body, mayBePrivate: isPrivate }, resolve),
  );
  const durationMs = Math.round(performance.now() - before);
  const sent = { url: taken.url, headers, startedAt, durationMs };
  const verdict = judge(outcome);
  webhookSeconds.observe({ outcome: verdict.succeeded ? "delivered" : "failed" }, durationMs / 1000);
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
  await settle(services, mine, sent, verdict);
  return verdict.succeeded;
}

/** The endpoint's secrets that we can open: one is enough to sign with. What we cannot open is in the log. */
function openSecrets({ vault, log }: Services, { due, taken }: Mine): string[] {
  return (taken.secrets ?? []).flatMap((secret) => {
    try {
      return [openSecret(vault, secret)];
    } catch (error) {
      const seen = { tenant_id: due.tenantId, endpoint_id: due.endpointId, secret_id: secret.id };
      log.error({ ...seen, err: error }, "a webhook's secret cannot be opened");
      return [];
    }
  });
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
      e.url, t.mode::text as mode,
      (select json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.created_at desc) from webhook_secrets s
       where s.tenant_id = ${tenantId} and s.endpoint_id = ${endpointId} and (s.expires_at is null or s.expires_at > ${now}))
        as secrets`;
  return taken;
}
