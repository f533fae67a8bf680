/** A stretch of time, seconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

/** What is left of an amount for the rest of its span, to the second, rounded half away from zero; minor units. */
export function remainder(amount: number, span: Span, from: number): number {
  const length = span.end - span.start;
  if (length <= 0) return 0;
  return share(amount, Math.min(Math.max(span.end - from, 0), length), length);
}

/** amount × part ÷ whole, rounded half away from zero. */
export function share(amount: number, part: number, whole: number): number {
  const doubled = BigInt(amount) * BigInt(part) * 2n;
  const length = BigInt(whole);
  const sign = doubled < 0n ? -1n : 1n;
  return Number((doubled + sign * length) / (length * 2n));
}

/** Splits an amount over weights so that the parts add up to it; the last one takes what rounding leaves. */
export function split(amount: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  let given = 0;
  return weights.map((weight, index) => {
    const part = index === weights.length - 1 ? amount - given : share(amount, weight, total);
    given += part;
    return part;
  });
}
