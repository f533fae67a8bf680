import { newId } from "../../../platform/ids.ts";
import type { Services, Tx } from "../../../platform/scope.ts";
import { type Attempt, deliveryAfter } from "./outcome.ts";
import { updateHealth } from "./update-health.ts";

/**
 * Records attempts, and updates their deliveries where this worker still holds the lease: many in one transaction, because
 * thousands may end in the same moment. Returns for each the error that kept it from being stored, or null. One that cannot be
 * stored keeps no other from it; when the next cannot either, the database is in the way, and the rest is not tried.
 */
export async function recordAttempts(services: Services, attempts: Attempt[]): Promise<unknown[]> {
  try {
    await record(services, attempts);
    return attempts.map(() => null);
  } catch (error) {
    if (attempts.length === 1) return [error];
  }
  const errors: unknown[] = [];
  for (const attempt of attempts) {
    const isHopeless = errors.length >= 2 && errors.slice(-2).every((error) => error !== null);
    errors.push(isHopeless ? errors.at(-1) : await record(services, [attempt]).then(none, keep));
  }
  return errors;
}

const none = () => null;
const keep = (error: unknown) => error;

async function record(services: Services, attempts: Attempt[]): Promise<void> {
  await services.db.$transaction(async (tx) => {
    // Every transaction locks endpoints before deliveries, each in the order of their keys, so that none deadlocks.
    await updateHealth(tx, services, attempts);
    const known = await lockDeliveries(tx, attempts);
    const recorded = attempts.filter(({ claimed }) => known.has(keyOf(claimed)));
    if (recorded.length === 0) return;
    await tx.webhookAttempt.createMany({ data: recorded.map(attemptRow) });
    await updateDeliveries(tx, recorded, services.clock.now());
  });
}

interface Key {
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
}

const keyOf = ({ tenant_id, endpoint_id, event_id }: Key) => `${tenant_id} ${endpoint_id} ${event_id}`;

/** Locks the deliveries that are still there: those of a deleted endpoint may be gone. */
async function lockDeliveries(tx: Tx, attempts: Attempt[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<Key[]>`
    select d.tenant_id, d.endpoint_id, d.event_id from webhook_deliveries d
    join unnest(${attempts.map(({ claimed }) => claimed.tenant_id)}::text[],
      ${attempts.map(({ claimed }) => claimed.endpoint_id)}::text[], ${attempts.map(({ claimed }) => claimed.event_id)}::text[])
      as w (tenant_id, endpoint_id, event_id) using (tenant_id, endpoint_id, event_id)
    order by d.tenant_id, d.endpoint_id, d.event_id for update of d`;
  return new Set(rows.map(keyOf));
}

function attemptRow({ claimed, headers, startedAt, durationMs, result: { answer, error } }: Attempt) {
  return {
    tenantId: claimed.tenant_id,
    endpointId: claimed.endpoint_id,
    eventId: claimed.event_id,
    id: newId("webhookAttempt"),
    startedAt,
    durationMs,
    url: claimed.url,
    requestHeaders: headers,
    ...(answer && {
      responseStatus: answer.status,
      responseHeaders: answer.headers,
      responseBody: answer.body,
    }),
    error,
  };
}

async function updateDeliveries(tx: Tx, attempts: Attempt[], now: Date): Promise<void> {
  const rows = attempts.map((attempt) => {
    const { claimed, result } = attempt;
    const after = deliveryAfter(attempt, now, Math.random());
    const { tenant_id, endpoint_id, event_id, lease_until } = claimed;
    return {
      tenant_id,
      endpoint_id,
      event_id,
      lease_until,
      status: after.status,
      delivered_at: after.deliveredAt,
      next_attempt_at: after.nextAttemptAt,
      response_status: result.answer?.status ?? null,
      last_error: result.error,
    };
  });
  await tx.$executeRaw`
    update webhook_deliveries d set status = r.status, delivered_at = r.delivered_at, next_attempt_at = r.next_attempt_at,
      response_status = r.response_status, last_error = r.last_error, lease_until = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (tenant_id text, endpoint_id text, event_id text,
      lease_until timestamptz, status "DeliveryStatus", delivered_at timestamptz, next_attempt_at timestamptz,
      response_status int, last_error text)
    where d.tenant_id = r.tenant_id and d.endpoint_id = r.endpoint_id and d.event_id = r.event_id
      and d.status = 'PENDING' and d.lease_until = r.lease_until`;
}
