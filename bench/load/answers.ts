import { columns, print } from "./print.ts";
import type { Kind } from "./traffic.ts";

interface Count {
  answers: number;
  milliseconds: number[];
  /** Unexpected answers, by their text. */
  unexpected: Map<string, number>;
}

/** Sends requests and counts how they were answered. */
export class Answers {
  /** Requests that wait for their answer. */
  underWay = 0;
  readonly #counts = new Map<string, Count>();

  constructor(kinds: Kind[]) {
    for (const { name } of kinds)
      this.#counts.set(name, { answers: 0, milliseconds: [], unexpected: new Map() });
  }

  async send(kind: Kind): Promise<void> {
    this.underWay++;
    const began = performance.now();
    const count = this.#counts.get(kind.name);
    try {
      const answer = await kind.send();
      const text = await answer.text();
      if (!kind.status.includes(answer.status))
        addUnexpected(count, `${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      addUnexpected(count, String(error instanceof Error ? (error.cause ?? error) : error));
    }
    if (count) {
      count.answers++;
      count.milliseconds.push(performance.now() - began);
    }
    this.underWay--;
  }

  totals(): { answers: number; unexpected: number } {
    const counts = [...this.#counts.values()];
    return {
      answers: counts.reduce((sum, { answers }) => sum + answers, 0),
      unexpected: counts.reduce((sum, { unexpected }) => sum + sumOf(unexpected), 0),
    };
  }

  /** Prints latencies and unexpected answers by kind. */
  report(): void {
    print(`\n${columns("request", ["answers", "median ms", "p99 ms", "unexpected"])}`);
    for (const [name, { answers, milliseconds, unexpected }] of this.#counts) {
      const sorted = milliseconds.toSorted((a, b) => a - b);
      const part = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
      print(columns(name, [answers, part(0.5), part(0.99), sumOf(unexpected)]));
      for (const [line, times] of unexpected) print(`    ${times} × ${line}`);
    }
    const { answers, unexpected } = this.totals();
    print(columns("all", [answers, "", "", unexpected]));
  }
}

function addUnexpected(count: Count | undefined, what: string): void {
  const line = what.replace(/req_\w+/, "req_…");
  count?.unexpected.set(line, (count.unexpected.get(line) ?? 0) + 1);
}

function sumOf(times: Map<string, number>): number {
  return [...times.values()].reduce((sum, value) => sum + value, 0);
}
