/** A measurement at a moment, both in any unit. */
export interface Point {
  at: number;
  value: number;
}

/** The slope of the straight line that lies closest to the points (least squares), in units of value a unit of time. */
export function slope(points: Point[]): number {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const at = mean((point) => point.at);
  const value = mean((point) => point.value);
  const across = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  const along = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  return along === 0 ? 0 : across / along;
}

/** What came after the first third: by then caches are full and code is compiled. */
export function afterWarmUp(points: Point[]): Point[] {
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  return points.filter(({ at }) => at >= first + (last - first) / 3);
}

/** The lowest value in each of so many equal parts of the time: what is always held, whatever came and went meanwhile. */
export function floors(points: Point[], parts: number): number[] {
  const first = points[0]?.at ?? 0;
  const length = ((points.at(-1)?.at ?? 0) - first) / parts;
  const partOf = ({ at }: Point) => Math.min(parts - 1, Math.floor((at - first) / length));
  return Array.from({ length: parts }, (_, part) =>
    Math.min(...points.filter((point) => partOf(point) === part).map(({ value }) => value)),
  );
}
