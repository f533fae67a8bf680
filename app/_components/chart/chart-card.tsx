"use client";

import { ChartLine, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../ui/table.tsx";
import type { ChartProps } from "./chart.tsx";

const Chart = dynamic(() => import("./chart.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-56 w-full" />,
});

interface Props extends Omit<ChartProps, "label"> {
  title: string;
  /** The number above the chart. */
  figure: ReactNode;
  detail?: ReactNode;
  className?: string;
}

/** A number with its chart; a button shows the same data as a table. */
export function ChartCard({ title, figure, detail, className, ...chart }: Props) {
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartLine : Table2;
  return (
    <Card aria-label={title} className={className}>
      <div className="flex items-start justify-between gap-3 px-4 pt-3.5">
        <div className="min-w-0">
          <h2 className="text-[0.8125rem] font-medium text-muted">{title}</h2>
          <p className="mt-0.5 text-2xl leading-8 font-semibold tracking-tight tabular-nums">{figure}</p>
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
      <div className="px-3 pt-2 pb-3">
        {isTable ? (
          <section
            aria-label={`Numbers of ${title}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
            tabIndex={0}
            className="h-56 overflow-auto rounded-md border"
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
          <p className="flex h-56 items-center justify-center rounded-md border border-dashed text-[0.8125rem] text-muted">
            No data in this range
          </p>
        ) : (
          // Reserves the line of the legend, which comes with the chart, so that nothing below moves.
          <div className={chart.series.length > 1 ? "min-h-[15.25rem]" : undefined}>
            <Chart {...chart} label={`${title}: a chart. The button beside it shows the numbers`} />
          </div>
        )}
      </div>
    </Card>
  );
}
