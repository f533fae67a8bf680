import autocannon from "autocannon";

/** One way to have a case's work done: ours or a rival's. */
export interface Side {
  name: string;
  url: string;
  request(index: number): Partial<autocannon.Request>;
  /** As many of its requests a second as ours should answer at least: 0.5 is half of them. */
  target?: number | undefined;
}

export interface Sample {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  median: number;
  p99: number;
}

interface Load {
  connections: number;
  seconds: number;
}

/**
 * Puts load on one side for a while, longer when nothing was answered. Throws when any request failed: a refusal is answered
 * faster than the work.
 */
export async function measure({ name, url, request }: Side, { connections, seconds }: Load): Promise<Sample> {
  let index = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // It ends with a sample, by default one a second.
    sampleInt: Math.min(1000, 1000 * seconds),
    requests: [{ setupRequest: (base) => ({ ...base, ...request(index++) }) }],
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${name}: ${failed} of ${result.requests.total + result.errors} requests failed (${statuses}).`,
    );
  }
  // Passwords take so long that a short measurement can end before the first answer.
  if (result["2xx"] === 0) return measure({ name, url, request }, { connections, seconds: 2 * seconds });
  return { rate: result["2xx"] / result.duration, median: result.latency.p50, p99: result.latency.p99 };
}

/** The sides in turn, round by round, so that whatever else the machine does befalls all of them. */
export async function interleave(sides: Side[], load: Load, rounds: number): Promise<Sample[][]> {
  for (const side of sides) await measure(side, { ...load, seconds: Math.min(1, load.seconds) });
  const samples: Sample[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, side] of sides.entries()) samples[index]?.push(await measure(side, load));
  return samples;
}

/** The middle of some samples, figure by figure. */
export function middle(samples: Sample[]): Sample {
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]));
  return { rate: round(of("rate")), median: of("median"), p99: of("p99") };
}

/** The first's rate by the other's, round by round, so that what the machine did meanwhile to both of them cancels out. */
export function ratioOf(first: Sample[], other: Sample[]): number {
  return Number(median(other.map(({ rate }, at) => (first[at]?.rate ?? 0) / rate)).toFixed(2));
}

/** Three figures of small rates, whole ones of large. */
function round(rate: number): number {
  return rate < 100 ? Number(rate.toPrecision(3)) : Math.round(rate);
}

/** The middle one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
