import { stringify } from "csv-stringify/browser/esm/sync";
import { withApostrophe } from "./formula.ts";

/** A number as text, such as an amount: never a formula. */
export interface Figure {
  figure: string;
}

/** A cell: text is guarded against being run as a formula; null and undefined are empty. */
export type Cell = string | number | boolean | Figure | null | undefined;

/** Cells that another separator would cut, and blanks at the ends, which a reader may leave out of a cell without quotes. */
const QUOTED = /^\s|\s$|[;|\t\r]/;

/** By which a spreadsheet knows that a file is UTF-8, not of the code page of its country. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The beginning of a CSV file: a byte order mark and the header. Its rows are written by writeCsv. */
export function beginCsv(columns: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${writeCsv([[...columns]])}`;
}

/**
 * Rows as CSV (RFC 4180, lines end by LF), each with its line end. No cell of it is run as a formula, whichever separator a spreadsheet
 * takes; withoutApostrophe restores a text. Also for browsers.
 */
export function writeCsv(rows: Cell[][]): string {
  return stringify(
    rows.map((cells) => cells.map(written)),
    { quoted_match: QUOTED },
  );
}

function written(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return withApostrophe(cell);
  return typeof cell === "object" ? cell.figure : String(cell);
}
