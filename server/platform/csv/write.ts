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

/**
 * What a CSV file for a person begins with: by it a spreadsheet knows that the file is UTF-8, not of the code page of its country. Files
 * of the API have none, as most programs take it for a part of the first heading.
 */
export const BYTE_ORDER_MARK = "\uFEFF";

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
