import { addIntervals } from "../../platform/calendar.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 62;
const MAX_WEEKS = 400;

/** The edges of the buckets of a range: days up to two months, weeks up to a year, months beyond. The first is from, the last to. */
export function edgesOf(from: Date, to: Date): Date[] {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const interval = days <= MAX_DAYS ? "DAY" : days <= MAX_WEEKS ? "WEEK" : "MONTH";
  const edges: Date[] = [];
  for (let index = 0; ; index++) {
    const edge = addIntervals(from, interval, index);
    if (edge >= to) break;
    edges.push(edge);
  }
  return [...edges, to];
}

/** The sum of each bucket, from sums by PostgreSQL's width_bucket over the edges: 0 is before the range, 1 the first bucket. */
export function flow(edges: Date[], sums: { bucket: number; sum: number }[]): number[] {
  return edges.slice(1).map((_, index) => sumOf(sums, index + 1));
}

function sumOf(parts: { bucket: number; sum: number }[], wanted: number): number {
  return parts.reduce((total, { bucket, sum }) => (bucket === wanted ? total + sum : total), 0);
}

export function viewBuckets(edges: Date[]): { from: string; to: string }[] {
  return edges
    .slice(1)
    .map((to, index) => ({ from: (edges[index] ?? to).toISOString(), to: to.toISOString() }));
}
