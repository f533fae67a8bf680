import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { Prisma } from "../../platform/database/client/client.ts";
import { toWireAmount } from "../../platform/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { overdueBefore, overdueBeforeInSql } from "../billing/invoices/due-date.ts";
import { countLeft, type MovementsOfCurrency, readMovements } from "../billing/revenue/read-movements.ts";
import { edgesOf, flow, viewBuckets } from "./buckets.ts";
import type { MetricsRange } from "./get-metrics-schema.ts";
import type { Metrics } from "./schema.ts";

const MAX_DAYS = 3 * 366;
/** A subscription at a time, without customers on test clocks. */
const COUNTED = { by: "subscription", includesTestClocks: false } as const;

/**
 * The figures of docs/metrics.md over a range, counted by PostgreSQL from our own rows. Amounts are minor units of their currency;
 * currencies are never added up. Throws fields_invalid.
 */
export async function getMetrics(
  scope: Scope,
  range: z.output<typeof MetricsRange>,
): Promise<z.output<typeof Metrics>> {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (!(days > 0 && days <= MAX_DAYS))
    throw new ApiError("fields_invalid", {
      issues: [{ path: "to", message: "must lie after from, by three years at most" }],
    });
  const edges = edgesOf(from, to);
  const onTrial = { tenantId: scope.tenantId, status: "TRIALING", customer: { testClockId: null } } as const;
  const [movements, churn, trials, failed, overage, trialing] = await Promise.all([
    readMovements(scope, edges, COUNTED),
    countLeft(scope, COUNTED, from, to),
    readTrials(scope, edges),
    readFailedPayments(scope, edges),
    readOverage(scope, edges),
    scope.db.subscription.count({ where: onTrial }),
  ]);
  return {
    buckets: viewBuckets(edges),
    mrr: movements.map(mrrOf),
    subscriptions: subscriptionsOf(movements, trialing, edges),
    churn: { ended: churn.left, paying_before: churn.paying, rate: share(churn.left, churn.paying) },
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
function mrrOf({ currency, buckets }: MovementsOfCurrency): Figures["mrr"][number] {
  const series = buckets.map(({ after }) => toWireAmount(after));
  return { currency, now: series.at(-1) ?? 0, before: toWireAmount(buckets[0]?.before ?? 0n), series };
}

/** Subscriptions that pay, of all currencies. */
function subscriptionsOf(
  movements: MovementsOfCurrency[],
  trialing: number,
  edges: Date[],
): Figures["subscriptions"] {
  const series = (of: (bucket: MovementsOfCurrency["buckets"][number]) => number) =>
    edges
      .slice(1)
      .map((_, index) => total(movements.flatMap(({ buckets }) => buckets.slice(index, index + 1).map(of))));
  const paying = series(({ payingAfter }) => payingAfter);
  return {
    paying: paying.at(-1) ?? 0,
    paying_before: series(({ payingBefore }) => payingBefore)[0] ?? 0,
    trialing,
    series: paying,
    started: series(({ counts }) => counts.NEW + counts.REACTIVATION),
    ended: series(({ counts }) => counts.CHURN),
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

/** Trials by the bucket in which they ended; converted: the subscription continued after its trial. */
function readTrials({ db, tenantId }: Scope, edges: Date[]) {
  return db.$queryRaw<{ bucket: number; ended: number; converted: number }[]>`
    select width_bucket(trial_end, ${edges}::timestamptz[]) as bucket, count(*)::int as ended,
           count(*) filter (where status <> 'TRIALING' and status <> 'PAUSED'
             and (ended_at is null or ended_at > trial_end))::int as converted
    from subscriptions s
    where tenant_id = ${tenantId} and ${inRealTime(Prisma.sql`s`)} and trial_end >= ${edges[0]} and trial_end < ${edges.at(-1)}
    group by 1`;
}

/**
 * Failed payment attempts, as the card provider reported them, by when they failed, and our own invoices that were unpaid when their
 * due day was over. Rows from before the moment was kept have only when the report arrived.
 */
function readFailedPayments({ db, tenantId, clock }: Scope, edges: Date[]) {
  return db.$queryRaw<{ bucket: number; sum: number }[]>`
    select width_bucket(at, ${edges}::timestamptz[]) as bucket, count(*)::int as sum
    from (
      select coalesce((payload->>'occurred_at')::timestamptz, received_at) as at from provider_events e
      where tenant_id = ${tenantId} and type = 'invoice.payment_failed' and not exists (
        select 1 from invoices i join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id
        where i.tenant_id = e.tenant_id and i.provider = e.provider and i.provider_invoice_id = e.payload->>'invoice'
          and c.test_clock_id is not null)
      union all
      select due_at from invoices i
      where tenant_id = ${tenantId} and ${inRealTime(Prisma.sql`i`)} and provider = 'PROVIDER_B' and status in ('OPEN', 'PAID', 'UNCOLLECTIBLE')
        and due_at < ${overdueBefore(clock.now())} and coalesce(due_at < ${overdueBeforeInSql(Prisma.sql`paid_at`)}, true)
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
    where u.tenant_id = ${tenantId} and ${inRealTime(Prisma.sql`u`)} and u.billed_amount > 0
      and u.settled_at >= ${edges[0]} and u.settled_at < ${edges.at(-1)}
    group by 1, 2`;
}

/** SQL: whether the customer of a row lives on no test clock. */
function inRealTime(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from customers c where c.tenant_id = ${row}.tenant_id and c.id = ${row}.customer_id and c.test_clock_id is null)`;
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
