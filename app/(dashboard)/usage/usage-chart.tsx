"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { unitFor } from "../../../server/platform/units.ts";
import { ChartCard } from "../../_components/chart/chart-card.tsx";
import { ChartSkeleton } from "../../_components/chart/chart-skeleton.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Select } from "../../_components/ui/select.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatShortDay } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { RANGES, toMoments, useRange } from "../_home/range.ts";
import { RangeSelect } from "../_home/range-select.tsx";

type Feature = Awaited<ReturnType<Api["features"]["list"]["query"]>>["data"][number];

/** The usage of one feature over time, split by customer or dimension on request. */
export function UsageChart({ features }: { features: Feature[] }) {
  const [range, setRange] = useRange("30d");
  const [{ chart, by }, setChart] = useQueryStates({
    chart: parseAsString.withDefault(""),
    by: parseAsString.withDefault("none"),
  });
  // Without a choice the server shows a feature that has usage in the range.
  const chosen = features.find(({ key }) => key === chart)?.key;
  const group = by === "customer" || by === "dimension" ? by : "none";
  const { data, error, refetch, isPlaceholderData } = useLoaded(
    "usage series",
    [chosen, range, group],
    (api, signal) =>
      api.analytics.usage.query({ ...toMoments(range), feature_key: chosen, by: group }, { signal }),
    { isWanted: features.length > 0, keepsPrevious: true },
  );
  const feature = features.find(({ key }) => key === (chosen ?? data?.feature_key));
  // That there is nothing is known of what was asked for last, not of what was shown before.
  const isAnswered = data !== undefined && !(isPlaceholderData && data.total === 0);
  return (
    <section aria-label="Usage over time" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-sm font-semibold max-sm:basis-full">Over time</h2>
        <RangeSelect value={range} onChange={(value) => void setRange(value)} />
        <div className="min-w-40 max-sm:flex-1">
          <Select
            aria-label="Feature"
            value={feature?.key ?? ""}
            onChange={(event) => void setChart({ chart: event.target.value })}
            className="h-8 text-[0.8125rem]"
          >
            {features.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <div className="min-w-40 max-sm:flex-1">
          <Select
            aria-label="Split by"
            value={group}
            onChange={(event) => void setChart({ by: event.target.value })}
            className="h-8 text-[0.8125rem]"
          >
            <option value="none">All customers</option>
            <option value="customer">By customer</option>
            <option value="dimension">By dimension</option>
          </Select>
        </div>
      </div>
      <Card className="overflow-hidden">
        {error && !data ? (
          <div className="p-4">
            <LoadFailure what="The usage" error={error} onRetry={() => void refetch()} />
          </div>
        ) : isAnswered ? (
          <ChartCard
            isMain
            title={feature?.name ?? "Usage"}
            kind="bar"
            figure={formatCount(data.total)}
            {...(feature?.unit_label && { measure: unitFor(2, feature.unit_label) })}
            detail={`in the last ${RANGES[range].label}`}
            points={data.buckets.map(({ from }) => formatShortDay(from))}
            series={data.groups.map(({ name, series }) => ({ name, values: series }))}
            format={formatCount}
          />
        ) : (
          <ChartSkeleton isMain />
        )}
      </Card>
    </section>
  );
}
