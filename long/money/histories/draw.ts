/** Random choices that a seed repeats (mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least min, at most max. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.int(0, from.length - 1)];
    if (one === undefined) throw new Error("Nothing to choose from.");
    return one;
  }

  /** True so many times of a hundred. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  /** One of the names, as often as its weight says. */
  weighted<T extends string>(weights: Partial<Record<T, number>>): T {
    const all = Object.entries(weights) as [T, number][];
    let left = this.#next() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of all) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error("Nothing to choose from.");
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
