"use client";

import { useState } from "react";
import { minorDigits } from "../../../server/platform/currency.ts";
import { Board } from "../../_components/chart/board.tsx";
import { Change } from "../../_components/chart/change.tsx";
import { ChartCard } from "../../_components/chart/chart-card.tsx";
import { ChartSkeleton } from "../../_components/chart/chart-skeleton.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Select } from "../../_components/ui/select.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney, formatShare, formatShortDay } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { momentsBefore, RANGES, type RangeName, toMoments, useRange } from "./range.ts";
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
        <Charts metrics={data} currency={currency} range={range} hasSeveral={currencies.length > 1} />
      ) : (
        <Board>
          <ChartSkeleton isMain className="lg:col-span-2" />
          <ChartSkeleton />
          <ChartSkeleton hasLegend />
          <ChartSkeleton hasLegend />
          <ChartSkeleton />
          <ChartSkeleton />
          <FunnelCard range={range} />
        </Board>
      )}
    </section>
  );
}

interface ChartsProps {
  metrics: Metrics;
  currency: string;
  range: RangeName;
  /** Whether there are other currencies: the counts beside the money are of all of them. */
  hasSeveral: boolean;
}

function Charts({ metrics, currency, range, hasSeveral }: ChartsProps) {
  // What happened in the range is compared with as long a time before; it may come later than the charts.
  const { data: earlier } = useLoaded("metrics before", range, (api, signal) =>
    api.analytics.metrics.query(momentsBefore(range), { signal }),
  );
  const points = metrics.buckets.map(({ from }) => formatShortDay(from));
  const inCurrency = ({ currency: code }: { currency: string }) => code === currency;
  const mrr = metrics.mrr.find(inCurrency);
  const overage = metrics.overage.find(inCurrency);
  const money = (value: number) => formatMoney(value, currency, true);
  const major = 10 ** minorDigits(currency);
  const { subscriptions, churn, trials, failed_payments: failed } = metrics;
  const none = points.map(() => 0);
  const scope = hasSeveral ? " in all currencies" : "";
  const than = `on the ${RANGES[range].label} before`;
  return (
    <Board>
      <ChartCard
        title="Monthly recurring revenue"
        measure={currency}
        isMain
        className="lg:col-span-2"
        kind="area"
        figure={formatMoney(mrr?.now ?? 0, currency)}
        detail={<Change now={mrr?.now ?? 0} before={mrr?.before ?? 0} than={`in ${RANGES[range].label}`} />}
        points={points}
        series={[{ name: "MRR", values: mrr?.series ?? none }]}
        format={money}
        unit={major}
      />
      <ChartCard
        title="Paying subscriptions"
        measure={scope.trim()}
        kind="area"
        figure={formatCount(subscriptions.paying)}
        detail={
          <>
            <Change
              now={subscriptions.paying}
              before={churn.paying_before}
              than={`in ${RANGES[range].label}`}
            />
            {` · ${formatCount(subscriptions.trialing)} on trial now`}
          </>
        }
        points={points}
        series={[{ name: "Paying", values: subscriptions.series }]}
        format={formatCount}
      />
      <ChartCard
        title="Churn"
        measure={`subscriptions${scope}`}
        kind="bar"
        figure={formatShare(churn.rate)}
        detail={
          <>
            {`${formatCount(churn.ended)} of the ${formatCount(churn.paying_before)} paying ${RANGES[range].label} ago no longer pay`}
            <Before was={earlier && formatShare(earlier.churn.rate)} than={RANGES[range].label} />
          </>
        }
        points={points}
        series={[
          { name: "Started", values: subscriptions.started },
          { name: "Ended", values: subscriptions.ended.map((count) => 0 - count) },
        ]}
        format={formatCount}
      />
      <ChartCard
        title="Trial conversion"
        measure={`trials${scope}`}
        kind="bar"
        figure={formatShare(trials.rate)}
        detail={
          <>
            {`${formatCount(trials.converted)} of ${formatCount(trials.ended)} trials went on to pay`}
            <Before was={earlier && formatShare(earlier.trials.rate)} than={RANGES[range].label} />
          </>
        }
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
        measure={scope.trim()}
        kind="bar"
        figure={formatCount(failed.total)}
        detail={
          earlier ? (
            <Change now={failed.total} before={earlier.failed_payments.total} than={than} isBad />
          ) : (
            "Declined cards and overdue invoices"
          )
        }
        points={points}
        series={[{ name: "Failed", values: failed.series }]}
        format={formatCount}
      />
      <ChartCard
        title="Overage revenue"
        measure={currency}
        kind="bar"
        figure={formatMoney(overage?.total ?? 0, currency)}
        detail={
          earlier ? (
            <Change
              now={overage?.total ?? 0}
              before={earlier.overage.find(inCurrency)?.total ?? 0}
              than={than}
            />
          ) : (
            "Billed for usage past the plans' limits"
          )
        }
        points={points}
        series={[{ name: "Overage", values: overage?.series ?? none }]}
        format={money}
        unit={major}
      />
      <FunnelCard range={range} />
    </Board>
  );
}

/** What a rate was in the time before; nothing until that is known. */
function Before({ was, than }: { was: string | undefined; than: string }) {
  return was === undefined || was === formatShare(null) ? null : ` · ${was} in the ${than} before`;
}

function currenciesOf({ mrr, overage }: Metrics): string[] {
  const byAmount = [...mrr].sort((a, b) => b.now - a.now).map(({ currency }) => currency);
  return [...new Set([...byAmount, ...overage.map(({ currency }) => currency)])];
}
