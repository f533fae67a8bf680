import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { before, edgesOf, flow, stock, viewBuckets } from "./buckets.ts";
import type { Metrics, MetricsRange } from "./metrics-schema.ts";

interface Change {
  currency: string;
  bucket: number;
  started: number;
  ended: number;
  /** The ones of them that were paying when the range began. */
  left: number;
  gained: number;
  lost: number;
}

const MAX_DAYS = 3 * 366;

/**
 * The figures of docs/metrics.md over a range, counted by PostgreSQL from our own rows. Amounts are minor units of their
 * currency; currencies are never added up. K1002 a range that is empty or longer than three years.
 */
export async function getMetrics(
  scope: Scope,
  range: z.output<typeof MetricsRange>,
): Promise<z.output<typeof Metrics>> {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (!(days > 0 && days <= MAX_DAYS))
    throw new ApiError("K1002", {
      issues: [{ path: "to", message: "must lie after from, by three years at most" }],
    });
  const edges = edgesOf(from, to);
  const [changes, trials, failed, overage, trialing] = await Promise.all([
    readChanges(scope, edges),
    readTrials(scope, edges),
    readFailedPayments(scope, edges),
    readOverage(scope, edges),
    scope.db.subscription.count({ where: { tenantId: scope.tenantId, status: "TRIALING" } }),
  ]);
  return {
    buckets: viewBuckets(edges),
    mrr: currenciesOf(changes).map((currency) => mrrOf(currency, changes, edges)),
    ...subscriptionsOf(changes, trialing, edges),
    trials: trialsOf(trials, edges),
    failed_payments: { total: total(flow(edges, failed)), series: flow(edges, failed) },
    overage: currenciesOf(overage).map((currency) => {
      const series = flow(
        edges,
        overage.filter((part) => part.currency === currency),
      );
      return { currency, total: total(series), series };
    }),
  };
}

type Figures = z.output<typeof Metrics>;

/** Monthly recurring revenue in one currency. */
function mrrOf(currency: string, changes: Change[], edges: Date[]): Figures["mrr"][number] {
  const own = changes
    .filter((change) => change.currency === currency)
    .map(({ bucket, gained, lost }) => ({ bucket, sum: gained - lost }));
  const series = stock(edges, own).map(Math.round);
  return { currency, now: series.at(-1) ?? 0, before: Math.round(before(own)), series };
}

/** Subscriptions that pay, and how many of those that paid when the range began have ended since. */
function subscriptionsOf(
  changes: Change[],
  trialing: number,
  edges: Date[],
): Pick<Figures, "subscriptions" | "churn"> {
  const paying = changes.map(({ bucket, started, ended }) => ({ bucket, sum: started - ended }));
  const payingBefore = before(paying);
  const left = total(flowOf(edges, changes, "left"));
  return {
    subscriptions: {
      paying: stock(edges, paying).at(-1) ?? 0,
      paying_before: payingBefore,
      trialing,
      series: stock(edges, paying),
      started: flowOf(edges, changes, "started"),
      ended: flowOf(edges, changes, "ended"),
    },
    churn: { ended: left, paying_before: payingBefore, rate: share(left, payingBefore) },
  };
}

function trialsOf(
  trials: { bucket: number; ended: number; converted: number }[],
  edges: Date[],
): Figures["trials"] {
  const ended = flowOf(edges, trials, "ended");
  const converted = flowOf(edges, trials, "converted");
  return {
    ended: total(ended),
    converted: total(converted),
    rate: share(total(converted), total(ended)),
    series_ended: ended,
    series_converted: converted,
  };
}

/** The sums per bucket of one of the rows' columns. */
function flowOf<Name extends string>(
  edges: Date[],
  rows: ({ bucket: number } & Record<Name, number>)[],
  name: Name,
): number[] {
  return flow(
    edges,
    rows.map((row) => ({ bucket: row.bucket, sum: row[name] })),
  );
}

/** When subscriptions began and ceased to pay, and by how much a month, by bucket and currency. */
function readChanges({ db, tenantId }: Scope, edges: Date[]): Promise<Change[]> {
  return db.$queryRaw<Change[]>`
    with bought as (
      select d.subscription_id, x.currency, sum(d.steps * x.driver_step_amount) as amount
      from subscription_drivers d
      join subscriptions s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
      join pack_entitlements e on e.tenant_id = d.tenant_id and e.pack_id = s.pack_id and e.feature_id = d.feature_id
      join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
      join lateral (
        select x.currency, x.driver_step_amount from pack_entitlement_prices x
        where x.tenant_id = e.tenant_id and x.entitlement_id = e.id and x.currency = p.currency
          and (x.interval is null or x.interval = p.interval)
        order by x.interval nulls last limit 1
      ) x on true
      where d.tenant_id = ${tenantId} group by 1, 2
    ), paid as (
      select p.currency, greatest(s.trial_end, s.created_at) as began,
             case when s.status = 'CANCELED' then coalesce(s.ended_at, s.canceled_at, s.updated_at)
                  when s.status = 'PAUSED' then coalesce(s.paused_at, s.updated_at)
                  when s.status = 'UNPAID' then coalesce(s.past_due_since, s.updated_at) end as ceased,
             (p.amount + coalesce(b.amount, 0))::float8
             * (case p.interval when 'DAY' then 365.0 / 12 when 'WEEK' then 52.0 / 12 when 'MONTH' then 1 else 1.0 / 12 end)::float8 as monthly
      from subscriptions s
      join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
      left join bought b on b.subscription_id = s.id and b.currency = p.currency
      where s.tenant_id = ${tenantId} and s.status <> 'TRIALING'
    ), paying as (
      select * from paid where monthly > 0 and (ceased is null or ceased > began)
    ), moves as (
      select currency, began as at, monthly as gained, 0::float8 as lost, 1 as started, 0 as ended, 0 as "left" from paying
      union all
      select currency, ceased, 0, monthly, 0, 1, (began < ${edges[0]})::int from paying where ceased is not null
    )
    select currency, width_bucket(at, ${edges}::timestamptz[]) as bucket, sum(started)::int as started,
           sum(ended)::int as ended, sum("left")::int as "left", sum(gained) as gained, sum(lost) as lost
    from moves group by 1, 2`;
}

/** Trials by the bucket in which they ended; converted: the subscription continued after its trial. */
function readTrials({ db, tenantId }: Scope, edges: Date[]) {
  return db.$queryRaw<{ bucket: number; ended: number; converted: number }[]>`
    select width_bucket(trial_end, ${edges}::timestamptz[]) as bucket, count(*)::int as ended,
           count(*) filter (where status <> 'TRIALING' and status <> 'PAUSED'
             and (ended_at is null or ended_at > trial_end))::int as converted
    from subscriptions
    where tenant_id = ${tenantId} and trial_end >= ${edges[0]} and trial_end < ${edges.at(-1)}
    group by 1`;
}

/** Failed payment attempts, as the card provider reported them, and our own invoices that were unpaid on their due date. */
function readFailedPayments({ db, tenantId, clock }: Scope, edges: Date[]) {
  return db.$queryRaw<{ bucket: number; sum: number }[]>`
    select width_bucket(at, ${edges}::timestamptz[]) as bucket, count(*)::int as sum
    from (
      select received_at as at from provider_events where tenant_id = ${tenantId} and type = 'invoice.payment_failed'
      union all
      select due_at from invoices
      where tenant_id = ${tenantId} and provider = 'PROVIDER_B' and status in ('OPEN', 'PAID', 'UNCOLLECTIBLE')
        and due_at <= ${clock.now()} and coalesce(paid_at > due_at, true)
    ) failed
    where at >= ${edges[0]} and at < ${edges.at(-1)}
    group by 1`;
}

/** Amounts billed for use past the limits, by the bucket in which it was settled. */
function readOverage({ db, tenantId }: Scope, edges: Date[]) {
  return db.$queryRaw<{ currency: string; bucket: number; sum: number }[]>`
    select p.currency, width_bucket(u.settled_at, ${edges}::timestamptz[]) as bucket, sum(u.billed_amount)::float8 as sum
    from usage_records u
    join subscriptions s on s.tenant_id = u.tenant_id and s.id = u.subscription_id
    join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
    where u.tenant_id = ${tenantId} and u.billed_amount > 0
      and u.settled_at >= ${edges[0]} and u.settled_at < ${edges.at(-1)}
    group by 1, 2`;
}

function currenciesOf(parts: { currency: string }[]): string[] {
  return [...new Set(parts.map(({ currency }) => currency))].sort().reverse();
}

function total(series: number[]): number {
  return series.reduce((sum, value) => sum + value, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
