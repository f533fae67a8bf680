import autocannon from "autocannon";

/** One way to have a case's work done, ours or a rival's: what is sent where, by how many connections. */
export interface Side {
  name: string;
  url: string;
  connections: number;
  request: Ask;
}

/** The request with this number, from 0 on. */
export type Ask = (index: number) => Partial<autocannon.Request>;

export interface Sample {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  median: number;
  p99: number;
}

export interface Load {
  /** How long each round lasts, and how many there are of each side. */
  seconds: number;
  rounds: number;
  /** Seconds of load on each side before the first round; at most 1 when left out. */
  warm?: number;
}

export function get(path: (index: number) => string, headers: object = {}): Ask {
  return (index) => ({ method: "GET", path: path(index), headers: { ...headers } });
}

export function post(path: string, body: (index: number) => unknown, headers: object = {}): Ask {
  const json = { "content-type": "application/json" };
  return (index) => ({
    method: "POST",
    path,
    headers: { ...headers, ...json },
    body: JSON.stringify(body(index)),
  });
}

/** Another one of so many for each request: a prime step, so that neighbours in time are none in the tables. */
export const spreadOver = (count: number) => (index: number) => (index * 7919) % count;

/**
 * Puts load on one side for a while, longer when nothing was answered. Throws when any request failed: a refusal is answered
 * faster than the work.
 */
export async function measure(side: Side, seconds: number): Promise<Sample> {
  const { name, url, connections, request } = side;
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
  const all = result.requests.total + result.errors;
  const statuses = JSON.stringify(result.statusCodeStats);
  if (failed > 0) throw new Error(`${name}: ${failed} of ${all} requests failed (${statuses}).`);
  // Passwords take so long that a short measurement can end before the first answer.
  if (result["2xx"] === 0) return measure(side, 2 * seconds);
  return { rate: result["2xx"] / result.duration, median: result.latency.p50, p99: result.latency.p99 };
}

/** The sides in turn, round by round, so that whatever else the machine does befalls all of them. */
export async function interleave<T extends Side, S extends Sample>(
  sides: T[],
  { seconds, rounds, warm = Math.min(1, seconds) }: Load,
  take: (side: T, seconds: number) => Promise<S>,
): Promise<S[][]> {
  for (const side of sides) await measure(side, warm);
  const samples: S[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, side] of sides.entries()) samples[at]?.push(await take(side, seconds));
  return samples;
}

/** The middle of each side's rounds, and its ratio to the first side's. */
export async function compare(sides: Side[], load: Load) {
  const samples = await interleave(sides, load, measure);
  return samples.map((own, at) => ({
    name: sides[at]?.name ?? "",
    ...middle(own),
    ratio: ratioOf(samples[0] ?? [], own),
  }));
}

/** The middle of some samples, figure by figure: three figures of small rates, whole ones of large. */
export function middle(samples: Sample[]): Sample {
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]));
  const rate = of("rate");
  return {
    rate: rate < 100 ? Number(rate.toPrecision(3)) : Math.round(rate),
    median: of("median"),
    p99: of("p99"),
  };
}

/** The first's rate by the other's, round by round, so that what the machine did meanwhile to both of them cancels out. */
export function ratioOf(first: Sample[], other: Sample[]): number {
  return Number(median(other.map(({ rate }, at) => (first[at]?.rate ?? 0) / rate)).toFixed(2));
}

/** The middle one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
