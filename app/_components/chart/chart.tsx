"use client";

import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { cn } from "../../_lib/cn.ts";
import { evenTicks } from "./even-ticks.ts";

export interface Series {
  name: string;
  values: number[];
}

export interface ChartProps {
  label: string;
  kind: "area" | "bar";
  /** The label under each point. */
  points: string[];
  series: Series[];
  format: (value: number) => string;
  /** What is counted whole: 1, or a currency's minor units in a major one. */
  unit?: number;
  className?: string;
}

const COLOURS = [
  "var(--chart-1)",
  "var(--chart-2)",
  "var(--chart-3)",
  "var(--chart-4)",
  "var(--chart-5)",
  "var(--chart-6)",
];
const AXIS = { fontSize: 11, fill: "var(--muted)" };

/**
 * A chart of numbers over time. The pointer and, once it has the focus, the arrow keys read out its points; the card around it can
 * show them as a table.
 */
export default function Chart({ label, kind, points, series, format, unit = 1, className }: ChartProps) {
  const data = points.map((point, index) => ({
    point,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[index] ?? 0])),
  }));
  const ticks = evenTicks(
    kind === "bar" ? stacked(series, points.length) : series.flatMap(({ values }) => values),
    unit,
  );
  const shared = { data, margin: { top: 8, right: 28, bottom: 0, left: 0 } };
  const frame = (
    <>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis
        dataKey="point"
        tick={AXIS}
        tickLine={false}
        axisLine={false}
        interval="equidistantPreserveStart"
        minTickGap={32}
        tickMargin={8}
      />
      <YAxis
        tick={AXIS}
        tickLine={false}
        axisLine={false}
        width={52}
        tickFormatter={format}
        ticks={ticks}
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
      />
      <Tooltip
        cursor={{ stroke: "var(--control)", strokeWidth: 1, fill: "var(--subtle)" }}
        isAnimationActive={false}
        content={({ active, payload, label: at }) =>
          active ? (
            <output className="block rounded-md border bg-surface px-3 py-2 text-xs shadow-raised">
              <p className="mb-1 text-muted">{at}</p>
              {payload.map((item) => (
                <p key={String(item.name)} className="flex items-center gap-2">
                  <span className="size-2 rounded-full" style={{ background: item.color }} />
                  <span className="flex-1">{item.name}</span>
                  <span className="font-medium tabular-nums">{format(Number(item.value))}</span>
                </p>
              ))}
            </output>
          ) : null
        }
      />
    </>
  );
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <div className={cn("h-48 w-full min-w-0 [&_.recharts-surface]:rounded", className)}>
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 400, height: 224 }}>
          {kind === "area" ? (
            <AreaChart {...shared} accessibilityLayer role="application" aria-label={label}>
              {frame}
              {series.map(({ name }, index) => (
                <Area
                  key={name}
                  dataKey={name}
                  type="linear"
                  stroke={COLOURS[index % COLOURS.length]}
                  strokeWidth={1.75}
                  fill={COLOURS[index % COLOURS.length]}
                  fillOpacity={0.1}
                  isAnimationActive={false}
                />
              ))}
            </AreaChart>
          ) : (
            <BarChart {...shared} accessibilityLayer role="application" aria-label={label} stackOffset="sign">
              {frame}
              {series.map(({ name }, index) => (
                <Bar
                  key={name}
                  dataKey={name}
                  stackId="all"
                  fill={COLOURS[index % COLOURS.length]}
                  radius={index === series.length - 1 ? [2, 2, 0, 0] : 0}
                  maxBarSize={28}
                  isAnimationActive={false}
                />
              ))}
            </BarChart>
          )}
        </ResponsiveContainer>
      </div>
    </>
  );
}

/** The ends of each point's stack, above and below zero. */
function stacked(series: Series[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => series.map(({ values }) => values[index] ?? 0)).flatMap(
    (values) => [
      values.reduce((sum, value) => sum + Math.max(0, value), 0),
      values.reduce((sum, value) => sum + Math.min(0, value), 0),
    ],
  );
}

/** The legend. */
function Legend({ series }: Pick<ChartProps, "series">) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 px-1 text-xs text-muted">
      {series.map(({ name }, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2 rounded-full"
            style={{ background: COLOURS[index % COLOURS.length] }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
