"use client";

import { useState } from "react";
import { ChartCard } from "../../_components/chart/chart-card.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Select } from "../../_components/ui/select.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney, formatShare, formatShortDay } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { type RangeName, toMoments, useRange } from "./range.ts";
import { RangeSelect } from "./range-select.tsx";

type Metrics = Awaited<ReturnType<Api["analytics"]["metrics"]["query"]>>;

/** The figures of the business over a chosen range. docs/metrics.md defines each figure. */
export function MetricsBoard() {
  const [range, setRange] = useRange();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useLoaded(
    "metrics",
    range,
    (api, signal) => api.analytics.metrics.query(toMoments(range), { signal }),
    { keepsPrevious: true },
  );
  const currencies = data ? currenciesOf(data) : [];
  const currency = chosen && currencies.includes(chosen) ? chosen : (currencies[0] ?? "USD");
  return (
    <section aria-label="Figures" className="space-y-3 lg:space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RangeSelect value={range} onChange={(value) => void setRange(value)} />
        {currencies.length > 1 && (
          <div className="w-24">
            <Select
              aria-label="Currency"
              value={currency}
              onChange={(event) => setChosen(event.target.value)}
              className="h-8 text-xs"
            >
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          </div>
        )}
      </div>
      {error && !data ? (
        <Card className="p-4">
          <LoadFailure what="The figures" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Charts metrics={data} currency={currency} range={range} />
      ) : (
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {["mrr", "paying", "moves", "trials"].map((name) => (
            <Card key={name} className="h-[21rem] p-4">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="mt-2 h-7 w-24" />
              <Skeleton className="mt-6 h-52 w-full" />
            </Card>
          ))}
        </div>
      )}
    </section>
  );
}

function Charts({ metrics, currency, range }: { metrics: Metrics; currency: string; range: RangeName }) {
  const points = metrics.buckets.map(({ from }) => formatShortDay(from));
  const mrr = metrics.mrr.find((own) => own.currency === currency);
  const overage = metrics.overage.find((own) => own.currency === currency);
  const money = (value: number) => formatMoney(value, currency, true);
  const { subscriptions, churn, trials, failed_payments: failed } = metrics;
  const none = points.map(() => 0);
  return (
    <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
      <ChartCard
        title="Monthly recurring revenue"
        className="lg:col-span-2"
        kind="area"
        figure={formatMoney(mrr?.now ?? 0, currency)}
        detail={<Growth now={mrr?.now ?? 0} before={mrr?.before ?? 0} />}
        points={points}
        series={[{ name: "MRR", values: mrr?.series ?? none }]}
        format={money}
      />
      <ChartCard
        title="Paying subscriptions"
        kind="area"
        figure={formatCount(subscriptions.paying)}
        detail={`${formatCount(subscriptions.trialing)} on trial now`}
        points={points}
        series={[{ name: "Paying", values: subscriptions.series }]}
        format={formatCount}
      />
      <ChartCard
        title="Churn"
        kind="bar"
        figure={formatShare(churn.rate)}
        detail={`${formatCount(churn.ended)} of ${formatCount(churn.paying_before)} that paid at the beginning`}
        points={points}
        series={[
          { name: "Started", values: subscriptions.started },
          { name: "Ended", values: subscriptions.ended.map((count) => 0 - count) },
        ]}
        format={formatCount}
      />
      <ChartCard
        title="Trial conversion"
        kind="bar"
        figure={formatShare(trials.rate)}
        detail={`${formatCount(trials.converted)} of ${formatCount(trials.ended)} trials went on to pay`}
        points={points}
        series={[
          { name: "Converted", values: trials.series_converted },
          {
            name: "Left",
            values: trials.series_ended.map((count, index) => count - (trials.series_converted[index] ?? 0)),
          },
        ]}
        format={formatCount}
      />
      <ChartCard
        title="Failed payments"
        kind="bar"
        figure={formatCount(failed.total)}
        detail="Declined cards and invoices not paid by their due date"
        points={points}
        series={[{ name: "Failed", values: failed.series }]}
        format={formatCount}
      />
      <ChartCard
        title="Overage revenue"
        kind="bar"
        figure={formatMoney(overage?.total ?? 0, currency)}
        detail="Billed for usage past the plans' limits"
        points={points}
        series={[{ name: "Overage", values: overage?.series ?? none }]}
        format={money}
      />
      <FunnelCard range={range} />
    </div>
  );
}

function Growth({ now, before }: { now: number; before: number }) {
  if (before === 0) return <>No earlier value to compare with</>;
  const share = (now - before) / before;
  return (
    <span className={share >= 0 ? "text-positive" : "text-negative"}>
      {share >= 0 ? "+" : "−"}
      {formatShare(Math.abs(share))} over the range
    </span>
  );
}

function currenciesOf({ mrr, overage }: Metrics): string[] {
  const byAmount = [...mrr].sort((a, b) => b.now - a.now).map(({ currency }) => currency);
  return [...new Set([...byAmount, ...overage.map(({ currency }) => currency)])];
}
