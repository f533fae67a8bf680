"use client";

import { ChartLine } from "lucide-react";
import { useState } from "react";
import { minorDigits } from "../../../server/platform/currency.ts";
import { Board } from "../../_components/chart/board.tsx";
import { ChartCard } from "../../_components/chart/chart-card.tsx";
import { ChartSkeleton } from "../../_components/chart/chart-skeleton.tsx";
import { Empty } from "../../_components/empty.tsx";
import { FirstSaleAction } from "../../_components/first-sale-action.tsx";
import { ListSkeleton } from "../../_components/list-skeleton.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Select } from "../../_components/ui/select.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { countOf } from "../../_lib/units.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { BookedCard } from "./booked-card.tsx";
import { CohortsCard } from "./cohorts-card.tsx";
import { ConvertControls, RatesNote } from "./convert-controls.tsx";
import { ExportCard } from "./export-card.tsx";
import { formatMonth, LENGTHS, type Length, monthsBack, useIsConverted, useLength } from "./months.ts";

type Answer<Name extends "movements" | "booked" | "cohorts"> = Awaited<
  ReturnType<Api["revenue"][Name]["query"]>
>;

interface Figures {
  movements: Answer<"movements">;
  booked: Answer<"booked">;
  cohorts: Answer<"cohorts">;
}

/** What the business earns: recurring revenue and its movements, what was billed and collected, cohorts, and files to export. */
export function RevenuePage() {
  const [length, setLength] = useLength();
  const [wantsConverted, setWantsConverted] = useIsConverted();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useLoaded(
    "revenue",
    length,
    async (api, signal): Promise<Figures> => {
      const { months, range } = monthsBack(Number(length));
      const [movements, booked, cohorts] = await Promise.all([
        api.revenue.movements.query(range, { signal }),
        api.revenue.booked.query(months, { signal }),
        api.revenue.cohorts.query(months, { signal }),
      ]);
      return { movements, booked, cohorts };
    },
    { keepsPrevious: true },
  );
  const currencies = data ? currenciesOf(data) : [];
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? "USD");
  const isEmpty = data !== undefined && currencies.length === 0;
  const converted = wantsConverted ? (data?.movements.converted ?? null) : null;
  return (
    <>
      <PageHeader
        title="Revenue"
        description="Recurring revenue, and what was billed and collected, by month (UTC)."
      />
      <div className="space-y-3 lg:space-y-4">
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-32">
            <Select
              aria-label="Range"
              value={length}
              // The options are the keys of LENGTHS.
              onChange={(event) => void setLength(event.target.value as Length)}
              className="h-8 text-[0.8125rem]"
            >
              {Object.entries(LENGTHS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
          {!isEmpty && (
            <ConvertControls
              into={data ? (data.movements.converted?.currency ?? null) : undefined}
              isConverted={wantsConverted}
              onChange={(value) => void setWantsConverted(value)}
            />
          )}
          <div className={converted || isEmpty ? "hidden" : "w-24"}>
            <Select
              aria-label="Currency"
              value={currency}
              onChange={(event) => setChosen(event.target.value)}
              className="h-8 text-[0.8125rem]"
            >
              {(currencies.length > 0 ? currencies : [currency]).map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          </div>
        </div>
        {error && !data ? (
          <Card className="p-4">
            <LoadFailure what="The revenue" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : isEmpty ? (
          <Card aria-label="Figures">
            <Empty Icon={ChartLine} title="No revenue in this range" action={<FirstSaleAction />}>
              What recurs, what was billed and what was collected are shown here from your first sale on.
            </Empty>
          </Card>
        ) : data ? (
          <>
            {converted && <RatesNote movements={converted} booked={data.booked.converted} />}
            <Charts
              figures={data}
              currency={converted?.currency ?? currency}
              isConverted={converted !== null}
            />
          </>
        ) : (
          <Placeholders />
        )}
        <ExportCard />
      </div>
    </>
  );
}

interface ChartsProps {
  figures: Figures;
  currency: string;
  isConverted: boolean;
}

function Charts({ figures, currency, isConverted }: ChartsProps) {
  const own = figures.movements.data.find((one) => one.currency === currency);
  const movements = isConverted ? figures.movements.converted : own;
  const booked = isConverted
    ? figures.booked.converted
    : figures.booked.data.find((one) => one.currency === currency);
  const money = (value: number) => formatMoney(value, currency, true);
  const exact = (value: number) => formatMoney(value, currency);
  const major = 10 ** minorDigits(currency);
  const buckets = movements?.buckets ?? [];
  const months = booked?.months ?? [];
  const total = movements?.total;
  const change = total ? total.mrr_after - total.mrr_before : 0;
  return (
    <div className="space-y-5 lg:space-y-6">
      <Board>
        <ChartCard
          title="Monthly recurring revenue"
          measure={currency}
          isMain
          className="lg:col-span-2"
          kind="area"
          figure={exact(total?.mrr_after ?? 0)}
          detail={
            isConverted
              ? `of all currencies that have a rate, in ${currency}`
              : `${countOf(own?.total.paying_after ?? 0, "customer")} with a paid subscription`
          }
          points={buckets.map(({ from }) => formatMonth(from))}
          series={[{ name: "MRR", values: buckets.map(({ mrr_after: after }) => after) }]}
          format={money}
          unit={major}
        />
        <ChartCard
          title="Movements of recurring revenue"
          measure={currency}
          kind="bar"
          figure={`${change > 0 ? "+" : ""}${exact(change)}`}
          detail="New, reactivated, expanded, contracted and churned in the range"
          points={buckets.map(({ from }) => formatMonth(from))}
          series={[
            { name: "New", values: buckets.map((one) => one.new) },
            { name: "Expansion", values: buckets.map(({ expansion }) => expansion) },
            { name: "Contraction", values: buckets.map(({ contraction }) => contraction) },
            { name: "Churn", values: buckets.map(({ churn }) => churn) },
            { name: "Reactivation", values: buckets.map(({ reactivation }) => reactivation) },
          ]}
          format={money}
          unit={major}
        />
        <ChartCard
          title="Billed and collected"
          measure={currency}
          kind="area"
          figure={exact(booked?.total.billed ?? 0)}
          detail={`billed after discounts and credit notes, without taxes; ${exact(booked?.total.collected ?? 0)} collected`}
          points={months.map(({ month }) => formatMonth(month))}
          series={[
            { name: "Billed", values: months.map(({ billed }) => billed) },
            { name: "Collected", values: months.map(({ collected }) => collected) },
          ]}
          format={money}
          unit={major}
        />
      </Board>
      {booked && <BookedCard booked={booked} currency={currency} />}
      {!isConverted && (
        <CohortsCard
          cohorts={figures.cohorts.data.find((one) => one.currency === currency)?.cohorts ?? []}
          currency={currency}
        />
      )}
    </div>
  );
}

function Placeholders() {
  return (
    <div className="space-y-5 lg:space-y-6">
      <Board>
        <ChartSkeleton isMain className="lg:col-span-2" />
        <ChartSkeleton hasLegend />
        <ChartSkeleton hasLegend />
      </Board>
      {["booked", "cohorts"].map((name) => (
        <ListSkeleton key={name} rows={6} />
      ))}
    </div>
  );
}

function currenciesOf({ movements, booked }: Figures): string[] {
  return [...new Set([...movements.data, ...booked.data].map(({ currency }) => currency))];
}
