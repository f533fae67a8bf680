import { addSeconds } from "../../../platform/clock.ts";
import { webhookSeconds } from "../../../platform/metrics.ts";
import { post, type Resolve } from "../../../platform/outbound-http.ts";
import type { Services } from "../../../platform/scope.ts";
import { inSpan } from "../../../platform/tracing.ts";
import { viewEvent } from "../../events/view-event.ts";
import { mayBePrivate } from "../addresses.ts";
import { DELIVERY_LEASE_SECONDS } from "../rules.ts";
import { openSecret } from "../secrets.ts";
import type { ClaimedDelivery, DueEndpoint } from "./claimed-delivery.ts";
import { classifyOutcome, type DeliveryLease, recordAttempt, UNSIGNED } from "./record-attempt.ts";
import { signedHeaders } from "./sign.ts";

/** The enabled endpoints with a delivery that is due. */
export async function listDueEndpoints({ db, clock }: Services): Promise<DueEndpoint[]> {
  return db.$queryRaw<DueEndpoint[]>`
    select e.tenant_id as "tenantId", e.id as "endpointId" from webhook_endpoints e
    where e.disabled_at is null and exists (
      select 1 from webhook_deliveries d
      where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'PENDING' and d.next_attempt_at <= ${clock.now()})`;
}

/**
 * Sends an endpoint the event that has waited longest; null when none is due, else whether the endpoint accepted it. The delivery is
 * claimed under a lease before anything is sent, so that one of any number of workers sends it and holds no lock meanwhile. When
 * a worker dies, its lease ends and another worker sends the event. A complete 2xx response is a success. Anything else is
 * retried for some three days, also a delivery that cannot be signed. An endpoint is disabled when nothing succeeds for five
 * days, or when it answers 410 Gone.
 * A crash between the response and our record of it sends the event again under the same webhook-id: delivery is at least once.
 */
export async function deliverNext(
  services: Services,
  due: DueEndpoint,
  resolve?: Resolve,
): Promise<boolean | null> {
  const { clock, log } = services;
  const leaseEnd = addSeconds(clock.now(), DELIVERY_LEASE_SECONDS);
  const claimed = await claim(services, due, leaseEnd);
  if (!claimed) return null;
  const body = JSON.stringify(viewEvent(eventOf(claimed)));
  const startedAt = clock.now();
  const lease = { due, claimed, leaseEnd };
  const secrets = openSecrets(services, lease);
  if (secrets.length === 0) {
    const unsent = { url: claimed.url, headers: {}, startedAt, durationMs: 0 };
    await recordAttempt(services, lease, unsent, UNSIGNED);
    return false;
  }
  const headers = {
    "content-type": "application/json",
    "user-agent": "Usher-Webhooks/1.0",
    ...signedHeaders({ id: claimed.event_id, body }, secrets, startedAt),
  };
  const isPrivate = mayBePrivate(services, claimed.mode);
  const before = performance.now();
  const outcome = await inSpan(
    "webhook",
    { kind: "client", attributes: { "usher.event": claimed.event_id } },
    () => post({ url: claimed.url, headers, body, mayBePrivate: isPrivate }, resolve),
  );
  const durationMs = Math.round(performance.now() - before);
  const sent = { url: claimed.url, headers, startedAt, durationMs };
  const result = classifyOutcome(outcome);
  webhookSeconds.observe({ outcome: result.succeeded ? "delivered" : "failed" }, durationMs / 1000);
  if (!result.succeeded)
    log.warn(
      {
        tenant_id: due.tenantId,
        endpoint_id: due.endpointId,
        event_id: claimed.event_id,
        attempt: claimed.attempts,
        reason: result.error,
      },
      "webhook was not accepted",
    );
  await recordAttempt(services, lease, sent, result);
  return result.succeeded;
}

/** The endpoint's secrets that we can decrypt: one is enough to sign with. The others are logged. */
function openSecrets({ vault, log }: Services, { due, claimed }: DeliveryLease): string[] {
  return (claimed.secrets ?? []).flatMap((secret) => {
    try {
      return [openSecret(vault, secret)];
    } catch (error) {
      const seen = { tenant_id: due.tenantId, endpoint_id: due.endpointId, secret_id: secret.id };
      log.error({ ...seen, err: error }, "a webhook's secret cannot be opened");
      return [];
    }
  });
}

function eventOf(claimed: ClaimedDelivery) {
  const { event_id: id, type, sequence } = claimed;
  const object = { objectType: claimed.object_type, objectId: claimed.object_id };
  // As text until here: a client that parses JSON for us could drop a key that is called __proto__.
  return { id, type, ...object, sequence, data: JSON.parse(claimed.data), createdAt: claimed.created_at };
}

async function claim(
  { db, clock }: Services,
  due: DueEndpoint,
  leaseEnd: Date,
): Promise<ClaimedDelivery | undefined> {
  const { tenantId, endpointId } = due;
  const now = clock.now();
  const [claimed] = await db.$queryRaw<ClaimedDelivery[]>`
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
  return claimed;
}
