/** An exact fraction; its denominator is above 0. */
export interface Rational {
  n: bigint;
  d: bigint;
}

/** Reads a whole number or a decimal such as "0.125". */
export function rational(value: number | bigint | string): Rational {
  const [whole = "0", places = ""] = String(value).split(".");
  return reduce(BigInt(whole + places), 10n ** BigInt(places.length));
}

export const plus = (a: Rational, b: Rational) => reduce(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational) => reduce(a.n * b.n, a.d * b.d);
export const divided = (a: Rational, b: Rational) => reduce(a.n * b.d, a.d * b.n);

/** The next whole number at or above. */
export function ceiling({ n, d }: Rational): bigint {
  return n > 0n ? (n + d - 1n) / d : n / d;
}

/** To a whole number, half away from zero. */
export function round({ n, d }: Rational): bigint {
  const size = n < 0n ? -n : n;
  const rounded = (2n * size + d) / (2n * d);
  return n < 0n ? -rounded : rounded;
}

function reduce(n: bigint, d: bigint): Rational {
  if (d < 0n) return reduce(-n, -d);
  let [a, b] = [n < 0n ? -n : n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}
