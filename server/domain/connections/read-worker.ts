import { addSeconds } from "../../platform/clock.ts";
import type { Services } from "../../platform/scope.ts";

export interface Worker {
  lastSuccess: Date | null;
  /** The newest job that failed and is tried again, or was given up, within a day. */
  failed: { name: string; at: Date | null } | null;
  waiting: number;
}

const DAY_SECONDS = 86_400;

/** The installation's jobs: they serve all tenants, so of one that failed its name alone is told. */
export async function readWorker({ pool, clock }: Services): Promise<Worker> {
  const now = clock.now();
  const { rows } = await pool.query<{
    last_success: Date | null;
    failed_name: string | null;
    failed_at: Date | null;
    waiting: number;
  }>({
    text: `
      select
        (select max(completed_on) from jobs.job where state = 'completed') as last_success,
        f.name as failed_name, f.completed_on as failed_at,
        (select count(*)::int from jobs.job where state in ('created', 'retry') and start_after <= now()) as waiting
      from (select 1) one
      left join lateral (
        select name, completed_on from jobs.job
        where state = 'retry' or (state = 'failed' and completed_on >= $1)
        order by coalesce(completed_on, created_on) desc limit 1
      ) f on true`,
    values: [addSeconds(now, -DAY_SECONDS)],
  });
  const [row] = rows;
  return {
    lastSuccess: row?.last_success ?? null,
    failed: row?.failed_name ? { name: row.failed_name, at: row.failed_at } : null,
    waiting: row?.waiting ?? 0,
  };
}
