"use client";

import { ChartLine, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { cn } from "../../_lib/cn.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../ui/table.tsx";
import type { ChartProps } from "./chart.tsx";
import { NearView } from "./near-view.tsx";

const Chart = dynamic(() => import("./chart.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full min-h-48 w-full" />,
});

interface Props extends Omit<ChartProps, "label"> {
  title: string;
  /** What is counted, beside the title: a unit or a currency. */
  measure?: string;
  /** The number above the chart. */
  figure: ReactNode;
  detail?: ReactNode;
  /** The figure that the page is about: larger than the others. */
  isMain?: boolean;
  className?: string;
}

/** A number with its chart, as a part of a board; a button shows the same data as a table. */
export function ChartCard({ title, measure, figure, detail, isMain = false, className, ...chart }: Props) {
  const [isTable, setIsTable] = useState(false);
  const height = isMain ? "h-64" : "h-48";
  const Icon = isTable ? ChartLine : Table2;
  return (
    <section aria-label={title} className={cn("min-w-0 bg-surface", className)}>
      <div className="flex items-start justify-between gap-3 px-5 pt-4">
        <div className="min-w-0">
          <h2 className="text-[0.8125rem] font-medium">
            {title}
            {measure && <span className="font-normal text-muted"> · {measure}</span>}
          </h2>
          <p
            className={cn(
              "mt-0.5 font-semibold tracking-tight tabular-nums",
              isMain ? "text-[1.75rem] leading-9" : "text-xl leading-7",
            )}
          >
            {figure}
          </p>
          {detail && <p className="text-xs text-muted">{detail}</p>}
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={isTable ? `Show ${title} as a chart` : `Show the numbers of ${title}`}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          <Icon aria-hidden />
        </Button>
      </div>
      <div className="px-4 pt-3 pb-4">
        {isTable ? (
          <section
            aria-label={`Numbers of ${title}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
            tabIndex={0}
            className={cn("overflow-auto rounded-md border", height)}
          >
            <Table aria-label={title}>
              <thead className="sticky top-0 bg-surface">
                <TableRow>
                  <ColumnHead>When</ColumnHead>
                  {chart.series.map(({ name }) => (
                    <ColumnHead key={name} className="text-right">
                      {name}
                    </ColumnHead>
                  ))}
                </TableRow>
              </thead>
              <tbody>
                {chart.points.map((point, index) => (
                  <TableRow key={point}>
                    <TableCell className="h-8 py-1 text-[0.8125rem] whitespace-nowrap">{point}</TableCell>
                    {chart.series.map(({ name, values }) => (
                      <TableCell key={name} className="h-8 py-1 text-right text-[0.8125rem] tabular-nums">
                        {chart.format(values[index] ?? 0)}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </tbody>
            </Table>
          </section>
        ) : chart.series.every(({ values }) => values.every((value) => value === 0)) ? (
          <p
            className={cn(
              "flex items-center justify-center rounded-md border border-dashed text-[0.8125rem] text-muted",
              height,
            )}
          >
            No data in this range
          </p>
        ) : (
          // Reserves the line of the legend, which comes with the chart, so that nothing below moves.
          <div
            className={chart.series.length > 1 ? (isMain ? "min-h-[17.25rem]" : "min-h-[13.25rem]") : height}
          >
            <NearView placeholder={<div aria-hidden className={cn("rounded bg-subtle", height)} />}>
              <Chart
                {...chart}
                className={height}
                label={`${title}: a chart. The arrow keys read it out; the button beside it shows the numbers`}
              />
            </NearView>
          </div>
        )}
      </div>
    </section>
  );
}
