import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { options } from "./options.ts";

const KEPT = join(import.meta.dirname, "results.json");

/** What one part of the measurement found: tables, in the order in which they were printed. */
interface Part {
  /** When it ended. */
  at: string;
  /** What the machine had to do already when it began: processes that wanted a core, over the last minute. */
  loadBefore: number;
  settings: Record<string, number | string>;
  tables: Table[];
}

export interface Table {
  /** The place in docs/performance.md that shows it: between <!-- name --> and <!-- /name -->. */
  name: string;
  columns: string[];
  rows: Cell[][];
}

export type Cell = string | number | null;

interface Results {
  machine: Record<"processor" | "system" | "node", string> & Record<"cores" | "memoryGB", number>;
  parts: Record<string, Part>;
}

/** What was measured on this machine so far; null when nothing was. */
export async function readResults(): Promise<Results | null> {
  const text = await readFile(options.results ?? KEPT, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

/**
 * Measures one part, prints its tables, and writes them to the results file, which keeps those of the other parts. A selection
 * of a part's cases must not replace all of them in bench/results.json; a file that the caller named gets it, too.
 */
export async function record(
  name: string,
  settings: Part["settings"],
  measurePart: (print: (table: Table) => void) => Promise<void>,
  { isSelection = false } = {},
): Promise<void> {
  const tables: Table[] = [];
  const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1));
  process.stdout.write(`\n── ${name}\n`);
  await measurePart((table) => {
    tables.push(table);
    printTable(table.columns, table.rows);
  });
  if (isSelection && options.results === undefined) return;
  const before = await readResults();
  const part = { at: new Date().toISOString(), loadBefore, settings, tables };
  const results: Results = { machine: machine(), parts: { ...before?.parts, [name]: part } };
  await writeFile(options.results ?? KEPT, `${JSON.stringify(results, null, 2)}\n`);
}

/** The most that a figure should be, and whether it is more; the least with `isLeast`. Empty without a target. */
export function verdict(figure: number, target: number | undefined, { isLeast = false } = {}): string {
  if (target === undefined) return "";
  const isMissed = isLeast ? figure < target : figure > target;
  return `${target}${isMissed ? ", missed" : ""}`;
}

/** Prints one table, its columns under one another. */
export function printTable(columns: string[], rows: Cell[][]): void {
  const lines = [columns, ...rows.map((row) => row.map((cell) => String(cell ?? "")))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = numeric({ columns, rows });
  for (const line of lines) {
    const cells = line.map((cell, at) => cell[isNumber[at] ? "padStart" : "padEnd"](widths[at] ?? 0));
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  }
  process.stdout.write("\n");
}

/** Which columns hold numbers. */
export function numeric({ columns, rows }: Pick<Table, "columns" | "rows">): boolean[] {
  return columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
}

function machine(): Results["machine"] {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version.slice(1),
  };
}
