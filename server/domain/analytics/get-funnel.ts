import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import type { Funnel, FunnelRange } from "./get-funnel-schema.ts";
import { WAITLIST_STATUSES } from "./schema.ts";

interface Row {
  status: (typeof WAITLIST_STATUSES)[number];
  joined: number;
  invited: number;
  registered: number;
  paying: number;
}

/** The statuses in which a subscription that costs something is paid for, or is about to be. */
const PAYING = ["ACTIVE", "PAST_DUE"];

/** How many of the people who joined the waitlist in the range were invited, registered and pay. */
export async function getFunnel(
  { db, tenantId }: Scope,
  range: z.output<typeof FunnelRange>,
): Promise<z.output<typeof Funnel>> {
  const from = range.from === undefined ? null : new Date(range.from);
  const to = range.to === undefined ? null : new Date(range.to);
  const rows = await db.$queryRaw<Row[]>`
    select w.status::text as status, count(*)::int as joined, count(w.invited_at)::int as invited,
           count(w.registered_at)::int as registered,
           count(*) filter (where w.status = 'REGISTERED' and exists (
             select 1 from users u
             join subscriptions s on s.tenant_id = u.tenant_id and s.customer_id = u.customer_id
             join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
             where u.tenant_id = w.tenant_id and u.email = w.email and s.status::text = any(${PAYING}) and p.amount > 0
           ))::int as paying
    from waitlist_entries w
    where w.tenant_id = ${tenantId}
      and (${from}::timestamptz is null or w.created_at >= ${from}) and (${to}::timestamptz is null or w.created_at < ${to})
    group by w.status`;
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    joined: sum((row) => row.joined),
    invited: sum((row) => row.invited),
    registered: sum((row) => row.registered),
    paying: sum((row) => row.paying),
    by_status: WAITLIST_STATUSES.map((status) => ({
      status,
      count: rows.find((row) => row.status === status)?.joined ?? 0,
    })),
  };
}
