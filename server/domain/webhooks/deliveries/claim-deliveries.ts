import { addSeconds } from "../../../platform/clock.ts";
import type { Services } from "../../../platform/scope.ts";
import {
  BACKOFF,
  DELIVERY_LEASE_SECONDS,
  DELIVERY_POSTPONEMENTS,
  type FailureRun,
  recordOf,
} from "../rules.ts";
import type { ClaimedDelivery, DueEndpoint, EndpointKey } from "./claimed-delivery.ts";

interface DueRow extends EndpointKey, FailureRun {
  dueSince: Date;
  hasDelivered: boolean;
}

/** The enabled endpoints with a delivery that is due. Two look-ups in an index for each, however many deliveries it has. */
export async function listDueEndpoints({ db, clock }: Services): Promise<DueEndpoint[]> {
  const now = clock.now();
  const rows = await db.$queryRaw<DueRow[]>`
    select e.tenant_id as "tenantId", e.id as "endpointId", e.failing_since as "failingSince", e.last_failed_at as "lastFailedAt",
      d.next_attempt_at as "dueSince",
      exists (select 1 from webhook_deliveries a
        where a.tenant_id = e.tenant_id and a.endpoint_id = e.id and a.status = 'DELIVERED') as "hasDelivered"
    from webhook_endpoints e cross join lateral (
      select next_attempt_at from webhook_deliveries
      where tenant_id = e.tenant_id and endpoint_id = e.id and status = 'PENDING' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1) d
    where e.disabled_at is null`;
  return rows.map(({ tenantId, endpointId, dueSince, hasDelivered, ...run }) => ({
    tenantId,
    endpointId,
    dueSince,
    record: recordOf(run, hasDelivered, now),
  }));
}

/** Why a delivery failed whose last try was made, and never recorded. */
const NOT_RECORDED =
  "It is not known what came of the last try: the result could not be stored, or the worker ended.";

/**
 * Claims the deliveries of endpoints that have waited longest, at most `limit` of each, in one statement. Each is claimed under a
 * lease before anything is sent, so that one of any number of workers sends it and holds no lock meanwhile. The try is counted,
 * and the one after it put off, as if it had failed: what a worker that dies or cannot reach the database leaves behind is sent
 * again when the backoff says so, and no more often than it allows.
 */
export async function claimDeliveries(
  { db, clock }: Services,
  wanted: (EndpointKey & { limit: number })[],
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const leaseUntil = addSeconds(now, DELIVERY_LEASE_SECONDS);
  return db.$queryRaw<ClaimedDelivery[]>`
    with wanted as (
      select * from unnest(${wanted.map(({ tenantId }) => tenantId)}::text[],
        ${wanted.map(({ endpointId }) => endpointId)}::text[], ${wanted.map(({ limit }) => limit)}::int[])
        as w (tenant_id, endpoint_id, most)
    ), picked as (
      select d.* from wanted w
      join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id and e.disabled_at is null
      cross join lateral (
        select tenant_id, endpoint_id, event_id from webhook_deliveries
        where tenant_id = w.tenant_id and endpoint_id = w.endpoint_id and status = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at, event_id limit w.most for update skip locked) d
    ), claimed as (
      update webhook_deliveries d set
        attempts = least(d.attempts + 1, ${BACKOFF.attempts}),
        next_attempt_at = ${now}::timestamptz + make_interval(secs => coalesce((${DELIVERY_POSTPONEMENTS}::float8[])[d.attempts + 1], 0)),
        lease_until = case when d.attempts < ${BACKOFF.attempts} then ${leaseUntil}::timestamptz end,
        status = (case when d.attempts < ${BACKOFF.attempts} then 'PENDING' else 'FAILED' end)::"DeliveryStatus",
        last_error = case when d.attempts < ${BACKOFF.attempts} then d.last_error else ${NOT_RECORDED} end
      from picked p
      where d.tenant_id = p.tenant_id and d.endpoint_id = p.endpoint_id and d.event_id = p.event_id
      returning d.tenant_id, d.endpoint_id, d.event_id, d.attempts, d.lease_until, d.status
    )
    select d.tenant_id, d.endpoint_id, d.event_id, d.attempts, d.lease_until,
      ev.type, ev.object_type, ev.object_id, ev.sequence, ev.data::text as data, ev.created_at, e.url, t.mode::text as mode,
      (select json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.created_at desc) from webhook_secrets s
       where s.tenant_id = d.tenant_id and s.endpoint_id = d.endpoint_id and (s.expires_at is null or s.expires_at > ${now}))
        as secrets
    from claimed d
    join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    join tenants t on t.id = d.tenant_id
    join events ev on ev.tenant_id = d.tenant_id and ev.id = d.event_id
    where d.status = 'PENDING'
    order by d.event_id`;
}
