import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeNote, splitLines, splitNote } from "./rules.ts";

const line = (id: string, left: bigint) => ({ id, description: id, left });
const LINES = [line("a", 3000n), line("b", 500n)];

describe("the lines of a credit note", () => {
  it("are all that is left without a word about which", () => {
    expect(composeNote(LINES, {}, 10_000n)).toMatchObject({
      amount: 3500n,
      lines: [{ amount: 3000n }, { amount: 500n }],
    });
  });

  it.each([
    [3200n, [3000n, 200n]],
    [1000n, [1000n]],
  ])("take an amount of %i from the invoice's lines in their order", (amount, parts) => {
    const composed = composeNote(LINES, { amount }, 10_000n);
    expect("lines" in composed && composed.lines.map((one) => one.amount)).toEqual(parts);
  });

  it("are those that are named, whole or in part", () => {
    const lines = [
      { lineId: "b", amount: null },
      { lineId: "a", amount: 100n },
    ];
    expect(composeNote(LINES, { lines }, 10_000n)).toMatchObject({
      amount: 600n,
      lines: [
        { invoiceLineId: "b", amount: 500n },
        { invoiceLineId: "a", amount: 100n },
      ],
    });
  });

  it.each([
    ["more than is left of the lines", { amount: 3501n }, 10_000n, { refused: "LEFT", left: 3500n }],
    ["more than is left of the invoice", { amount: 1001n }, 1000n, { refused: "LEFT", left: 1000n }],
    ["nothing, where nothing is left", {}, 0n, { refused: "LEFT", left: 0n }],
    [
      "more than is left of a line",
      { lines: [{ lineId: "b", amount: 501n }] },
      10_000n,
      { refused: "LEFT", left: 500n, lineId: "b" },
    ],
    [
      "lines of more than is left of the invoice",
      { lines: [{ lineId: "a", amount: null }] },
      1000n,
      { refused: "LEFT", left: 1000n },
    ],
    [
      "a line that is not there",
      { lines: [{ lineId: "x", amount: 1n }] },
      10_000n,
      { refused: "LINE", lineId: "x" },
    ],
    [
      "a line twice",
      {
        lines: [
          { lineId: "a", amount: 1n },
          { lineId: "a", amount: 1n },
        ],
      },
      10_000n,
      { refused: "LINE", lineId: "a" },
    ],
  ])("are refused: %s", (_, wanted, most, refusal) => {
    expect(composeNote(LINES, wanted, most)).toEqual(refusal);
  });
});

it("a note lowers what is left to pay first; the rest was paid", () => {
  expect(splitNote(1000n, 3000n)).toEqual({ offDue: 1000n, paid: 0n });
  expect(splitNote(3000n, 1000n)).toEqual({ offDue: 1000n, paid: 2000n });
  expect(splitNote(3000n, 0n)).toEqual({ offDue: 0n, paid: 3000n });
});

it("whatever is credited of whatever is left, the parts add up and none is more than there is", () => {
  const amount = fc.bigInt({ min: 1n, max: 10_000n });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), amount, amount, (lefts, most, asked) => {
      const lines = lefts.map((left, nth) => line(String(nth), left));
      const composed = composeNote(lines, { amount: asked }, most);
      const there = lefts.reduce((sum, left) => sum + left, 0n);
      if ("refused" in composed) return asked > there || asked > most;
      const sum = composed.lines.reduce((total, one) => total + one.amount, 0n);
      const parts = splitLines(composed.lines, most / 2n);
      return (
        sum === asked &&
        composed.lines.every(
          (one) => one.amount > 0n && one.amount <= (lefts[Number(one.invoiceLineId)] ?? 0n),
        ) &&
        parts.every(
          (part) => part.first >= 0n && part.rest >= 0n && part.first + part.rest === part.line.amount,
        ) &&
        parts.reduce((total, { first }) => total + first, 0n) === (asked < most / 2n ? asked : most / 2n)
      );
    }),
  );
});
