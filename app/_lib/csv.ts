import { type Cell, writeCsv } from "../../server/platform/csv/write.ts";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

export type CsvRow = Record<string, Cell>;

/** CSV with the first row's names as its header. Text that is a number is written as one. */
export function toCsv(rows: CsvRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cellOf = (cell: Cell): Cell =>
    typeof cell === "string" && NUMBER.test(cell) ? { figure: cell } : cell;
  return writeCsv([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
}
