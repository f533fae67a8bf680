import type { Child } from "../child.ts";
import { columns, print } from "./print.ts";
import { afterWarmUp, floors, type Point, slope } from "./trend.ts";

/** What lives after a collection may seem to grow so much within an hour, by the measurement's own noise. */
const FLAT_MB_AN_HOUR = 20;
/**
 * What the machine counts may still grow by this part while it is measured: allocators keep what was freed, and take more now and
 * then until they have seen the worst mix of requests. What leaks outside the heap does not stop there: a longer run tells.
 */
const FLAT_PART_OF_RSS = 0.1;
const QUARTERS = 4;
const megabytes = (bytes: number) => bytes / 2 ** 20;

/** A process whose memory is looked at. */
export interface Watched extends Child {
  name: string;
}

interface Samples {
  rss: Point[];
  heap: Point[];
  beside: Point[];
}

/** The memory of each process over time. */
export class MemoryTrend {
  readonly #processes: Watched[];
  readonly #samples = new Map<string, Samples>();

  constructor(processes: Watched[]) {
    this.#processes = processes;
    for (const { name } of processes) this.#samples.set(name, { rss: [], heap: [], beside: [] });
  }

  /** Measures every process; `at` is in minutes since the start. */
  async sample(at: number): Promise<void> {
    for (const one of this.#processes) {
      const points = this.#samples.get(one.name);
      const { rss, heapUsed, external } = await one.memory();
      points?.rss.push({ at, value: megabytes(rss) });
      points?.heap.push({ at, value: megabytes(heapUsed) });
      points?.beside.push({ at, value: megabytes(external) });
    }
  }

  /** The newest sample, in one line. */
  newest(): string {
    const last = (points: Point[]) => (points.at(-1)?.value ?? 0).toFixed(0);
    return [...this.#samples]
      .map(
        ([name, { rss, heap, beside }]) =>
          `${name}: ${last(heap)} on the heap, ${last(beside)} beside, RSS ${last(rss)} MB`,
      )
      .join("; ");
  }

  /** Prints a line for each process, with the cores that it used; returns whether no process grew. */
  report(cores: number[]): boolean {
    const titles = ["cores", "heap MB", "MB/h", "beside MB", "MB/h", "RSS MB", "MB/h", "flat"];
    print(`\n${columns("process", titles)}   (last two thirds; after collections)`);
    const flat = [...this.#samples].map(([name, samples], index) =>
      reportOne(name, samples, cores[index] ?? 0),
    );
    return flat.every((isFlat) => isFlat);
  }
}

function reportOne(name: string, { heap, beside, rss }: Samples, cores: number): boolean {
  const steady = [heap, beside, rss].map(afterWarmUp);
  const quarters = floors(afterWarmUp(rss), QUARTERS);
  const rssGrowth = (quarters.at(-1) ?? 0) / (quarters[0] ?? 1) - 1;
  const growths = steady.map((points) => slope(points) * 60);
  const [heapGrowth = 0, besideGrowth = 0] = growths;
  const isFlat = Math.max(heapGrowth, besideGrowth) <= FLAT_MB_AN_HOUR && rssGrowth <= FLAT_PART_OF_RSS;
  const held = steady.flatMap((points, at) => [
    (points.at(-1)?.value ?? 0).toFixed(0),
    (growths[at] ?? 0).toFixed(1),
  ]);
  print(columns(name, [cores.toFixed(2), ...held, isFlat ? "yes" : "NO"]));
  print(`    the least RSS in each quarter of that: ${quarters.map((mb) => mb.toFixed(0)).join(", ")} MB`);
  return isFlat;
}
