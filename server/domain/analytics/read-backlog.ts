import type { Services } from "../../platform/scope.ts";

/** What of one kind waits for the worker, and what was given up. */
export interface Backlog {
  kind: string;
  waiting: number;
  /** Since when the oldest has been due; null when nothing is. */
  oldest: Date | null;
  /** null for a kind that is never given up. */
  failed: number | null;
}

/** What waits for the worker now, of all tenants. */
export async function readBacklog({ pool, clock }: Services): Promise<Backlog[]> {
  return (await pool.query<Backlog>({ text: BACKLOG_QUERY, values: [clock.now()] })).rows;
}

const BACKLOG_QUERY = `
  select 'job' as kind, count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
    min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as oldest,
    count(*) filter (where state = 'failed')::int as failed from jobs.job
  union all
  select 'webhook', count(*) filter (where status = 'PENDING' and next_attempt_at <= $1)::int,
    min(next_attempt_at) filter (where status = 'PENDING' and next_attempt_at <= $1),
    count(*) filter (where status = 'FAILED')::int from webhook_deliveries d where status in ('PENDING', 'FAILED')
      and exists (select 1 from webhook_endpoints e where e.tenant_id = d.tenant_id and e.id = d.endpoint_id)
  union all
  select 'mail', count(*) filter (where status = 'QUEUED' and next_attempt_at <= $1)::int,
    min(next_attempt_at) filter (where status = 'QUEUED' and next_attempt_at <= $1),
    count(*) filter (where status = 'FAILED')::int from mail_messages where status in ('QUEUED', 'FAILED')
  union all
  select 'comparison', 0, null, count(*)::int from reconciliation_runs where state in ('ANOTHER_ACCOUNT', 'TOO_MANY')
  union all
  select 'callback', count(*) filter (where given_up_at is null)::int, min(received_at) filter (where given_up_at is null),
    count(*) filter (where given_up_at is not null)::int from provider_events where processed_at is null
  union all
  select 'operation', count(*)::int, min(lease_until), null from provider_operations
    where status = 'PENDING' and lease_until <= $1`;
