import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const KEPT = join(import.meta.dirname, "results.json");

/** Where results are written. A file that the caller named gets those of a selection of cases, too. */
let target = { file: KEPT, takesSelections: false };

/** Writes results to another file than bench/results.json. */
export function writeResultsTo(file: string): void {
  target = { file, takesSelections: true };
}

/** What one part of the measurement found: tables, in the order in which they were printed. */
export interface Part {
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
  machine: ReturnType<typeof machine>;
  parts: Record<string, Part>;
}

/** What was measured on this machine so far; null when nothing was. */
export async function readResults(): Promise<Results | null> {
  const text = await readFile(target.file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

/** Measures one part, prints its tables, and writes them to the results file, which keeps those of the other parts. */
export async function record(
  name: string,
  settings: Part["settings"],
  measurePart: (print: (table: Table) => void) => Promise<void>,
  // A selection of a part's cases must not replace all of them in bench/results.json.
  { isSelection = false }: { isSelection?: boolean } = {},
): Promise<void> {
  const tables: Table[] = [];
  const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1));
  process.stdout.write(`\n── ${name}\n`);
  await measurePart((table) => {
    tables.push(table);
    printTable(table);
  });
  if (isSelection && !target.takesSelections) return;
  const before = await readResults();
  const part = { at: new Date().toISOString(), loadBefore, settings, tables };
  const results: Results = { machine: machine(), parts: { ...before?.parts, [name]: part } };
  await writeFile(target.file, `${JSON.stringify(results, null, 2)}\n`);
}

/** Prints one table, its columns under one another. */
function printTable({ columns, rows }: Table): void {
  const lines = [columns, ...rows.map((row) => row.map((cell) => (cell === null ? "" : String(cell))))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  for (const line of lines) {
    const cells = line.map((cell, at) =>
      isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    );
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  }
  process.stdout.write("\n");
}

function machine() {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version.slice(1),
  };
}
