import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctionsTo, type Link, owedOfEach } from "./owed-again.ts";

/** A credit and what corrects it, as the database would keep it. */
class History {
  readonly links: (Link & { corrects: string | null })[] = [];

  constructor(amount: bigint) {
    this.add(amount, null);
  }

  add(amount: bigint, corrects: string | null) {
    const id = String(this.links.length);
    this.links.push({ id, key: id, amount, left: amount, isWrittenOff: false, corrections: 0, corrects });
    return id;
  }

  /** Writes what makes this much owed again, and refuses what the database would. */
  settle(owed: bigint) {
    const written = correctionsTo(this.links, owed);
    for (const { link, amount } of written) {
      expect(amount * link.left).toBeLessThan(0n);
      expect(amount < 0n ? -amount : amount).toBeLessThanOrEqual(link.left < 0n ? -link.left : link.left);
      this.links.splice(this.links.indexOf(link as this["links"][number]), 1, {
        ...(link as this["links"][number]),
        left: link.left + amount,
        corrections: link.corrections + 1,
      });
      this.add(amount, link.id);
    }
    return written;
  }

  writeOff(nth: number) {
    const link = this.links[1 + (nth % (this.links.length - 1 || 1))];
    if (link) link.isWrittenOff = true;
  }

  /** What is owed again: all that corrects the credit, but for what was written off. */
  owed() {
    return this.links
      .slice(1)
      .reduce((sum, { amount, isWrittenOff }) => sum + (isWrittenOff ? 0n : amount), 0n);
  }
}

describe("what is owed again of a credit", () => {
  it("is what it is to be, in any order, and the same twice writes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 1500n), { maxLength: 20 }), fc.boolean(), (states, isCredit) => {
        const history = new History(isCredit ? -1500n : 1500n);
        for (const owed of states) {
          history.settle(owed);
          expect(history.owed()).toBe(isCredit ? owed : -owed);
          expect(history.settle(owed)).toEqual([]);
        }
      }),
    );
  });

  it("counts what was written off once: it is neither taken back anew nor given again", () => {
    const history = new History(-1500n);
    history.settle(1000n);
    history.writeOff(0);
    for (const [owed, sum] of [
      [1000n, 0n],
      [0n, 0n],
      [1500n, 500n],
      [0n, 0n],
    ] as const) {
      history.settle(owed);
      expect(history.owed()).toBe(sum);
    }
  });

  it("corrects no charge by more than is left of it, whatever was written off", () => {
    const step = fc.oneof(fc.bigInt(0n, 1500n), fc.nat({ max: 9 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const history = new History(-1500n);
        for (const one of steps) {
          if (typeof one === "number") history.writeOff(one);
          else {
            history.settle(one);
            expect(history.settle(one)).toEqual([]);
          }
        }
      }),
    );
  });
});

describe("what is owed again of several credits", () => {
  const credit = (creditId: string, invoiceId: string, amount: bigint, unpaid: bigint) => ({
    creditId,
    invoiceId,
    amount,
    unpaid,
  });

  it("is at most what was not paid of their invoice, the oldest first", () => {
    const owed = owedOfEach([
      credit("a", "A", -1000n, 1200n),
      credit("b", "A", -500n, 1200n),
      credit("c", "B", -500n, 0n),
    ]);
    expect(Object.fromEntries(owed)).toEqual({ a: 1000n, b: 200n, c: 0n });
  });

  it("is at most the credit, where it is for the time of two invoices", () => {
    const owed = owedOfEach([credit("a", "A", -1000n, 700n), credit("a", "B", -1000n, 700n)]);
    expect(Object.fromEntries(owed)).toEqual({ a: 1000n });
  });
});
