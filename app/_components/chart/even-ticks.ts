const STEPS = [1, 2, 5, 10];
const MOST_STEPS = 5;

/**
 * The numbers at an axis from the least to the greatest value, zero among them: each a round number from the next, in units that
 * are counted whole: 1 for people, 100 for dollars in cents.
 */
export function evenTicks(values: readonly number[], unit: number): number[] {
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = stepFor((greatest - least) / unit) * unit;
  const [first, last] = [Math.floor(least / step), Math.ceil(greatest / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The smallest of 1, 2, 5, 10, 20, … that reaches the span in a few steps. */
function stepFor(span: number): number {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.map((one) => one * power).find((one) => span / one <= MOST_STEPS);
    if (step !== undefined) return step;
  }
}
