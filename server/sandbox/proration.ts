/** What is left of an amount for the rest of its period, to the second, rounded half away from zero; minor units. */
export function remainder(amount: number, period: { start: number; end: number }, from: number): number {
  const length = BigInt(period.end - period.start);
  if (length <= 0n) return 0;
  const left = BigInt(Math.min(Math.max(period.end - from, 0), period.end - period.start));
  const doubled = BigInt(amount) * left * 2n;
  const sign = doubled < 0n ? -1n : 1n;
  return Number((doubled + sign * length) / (length * 2n));
}
