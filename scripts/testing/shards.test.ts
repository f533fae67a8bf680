import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

interface Unit {
  part: string;
  file: string;
}

const load = (file: string) => import(pathToFileURL(join(import.meta.dirname, file)).href);
const {
  chosenUnits,
  longUnits,
  readSeconds,
}: {
  chosenUnits: (chosen: { shard?: string; words: string[] }) => Unit[];
  longUnits: () => Unit[];
  readSeconds: () => Record<string, number>;
} = await load("long-suite.mjs");
const {
  keyOf,
  shardOf,
}: {
  keyOf: (unit: Unit) => string;
  shardOf: (shard: string, units: Unit[], seconds: Record<string, number>) => Unit[];
} = await load("shards.mjs");
const { NEEDS }: { NEEDS: { path: string; files: string[] }[] } = await load("../../long/needs.mjs");

const ALL = longUnits();
const filesOf = (units: Unit[]) => units.map(({ file }) => file).sort();
const keysOf = (units: Unit[]) => units.map(keyOf).sort();
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number}/8`);

describe("shards of the long suite", () => {
  it("hold every long and fault file together, each once", () => {
    const sharded = EIGHT.flatMap((shard) => shardOf(shard, ALL, readSeconds()));
    expect(keysOf(sharded)).toEqual(keysOf(ALL));
    expect(new Set(keysOf(sharded)).size).toBe(ALL.length);
    expect(chosenUnits({ shard: "3/8", words: [] })).toEqual(shardOf("3/8", ALL, readSeconds()));
    for (const part of ["long", "tagged", "browser", "other browser", "faults"])
      expect(sharded.some((unit) => unit.part === part)).toBe(true);
  });

  it("take about the same time: the longest file goes first, to the shard with the least", () => {
    const units = ["a", "b", "c", "d", "e"].map((file) => ({ part: "long", file }));
    const seconds = { "long a": 100, "long b": 60, "long c": 50, "long d": 40, "long e": 10 };
    expect(filesOf(shardOf("1/2", units, seconds))).toEqual(["a", "d"]);
    expect(filesOf(shardOf("2/2", units, seconds))).toEqual(["b", "c", "e"]);
    expect(shardOf("2/2", units.toReversed(), seconds)).toEqual(shardOf("2/2", units, seconds));
  });

  it("hold a file without a measure, which counts as the median of its own part, or of all where it has none", () => {
    const of = (part: string, ...files: string[]) => files.map((file) => ({ part, file }));
    const units = [...of("long", "a", "b", "new"), ...of("tagged", "c", "d", "e")];
    const seconds = { "long a": 40, "long b": 60, "tagged c": 6, "tagged d": 6, "tagged e": 6 };
    // 60 s twice, and 40 s with three of 6 s.
    expect(filesOf(shardOf("3/3", units, seconds))).toEqual(["a", "c", "d", "e"]);
    const other = of("browser", "new");
    expect(filesOf(shardOf("1/2", [...of("long", "a", "b"), ...other], seconds))).toEqual(["a", "new"]);
  });

  it.for(["0/8", "9/8", "3", "3/", "a/b", "3/8/9"])("refuse %s", (shard) => {
    expect(() => shardOf(shard, ALL, {})).toThrow(`--shard=${shard}: give the number of a shard`);
  });

  it("are measured for files that exist", () => {
    const known = new Set(keysOf(ALL));
    expect(Object.keys(readSeconds()).filter((key) => !known.has(key))).toEqual([]);
  });
});

it("each program that long tests need is needed by files of the long suite", () => {
  const files = filesOf(ALL);
  for (const need of NEEDS) expect(need.files.filter((file) => !files.includes(file))).toEqual([]);
});
