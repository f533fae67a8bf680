import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./blocks.ts";

const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** What Usher does in a second in one case of docs/performance.md, with the median and p99 in milliseconds. */
function measured(name: string): string[] {
  const row = read("docs/performance.md")
    .split("\n")
    .find((line) => line.startsWith(`| ${name} | Usher |`));
  return (
    row
      ?.split("|")
      .slice(3, 6)
      .map((cell) => cell.trim()) ?? []
  );
}

it("the README's figures of speed are those that were measured last", () => {
  const [, ...figures] =
    /answers ([\d,]+) checks a second \(median (\d+) ms, p99 (\d+) ms\) and records ([\d,]+) uses \(median (\d+) ms, p99 (\d+) ms\)/.exec(
      read("README.md"),
    ) ?? [];
  expect(figures).toEqual([...measured("check an entitlement"), ...measured("record usage, spread")]);
});
