import { setImmediate } from "node:timers/promises";
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { ApiError } from "../../../../errors/api-error.ts";

/** A longer line, or a quoted cell over more lines, is treated as a mistake. */
const MAX_LINE_LENGTH = 100_000;
const MAX_LINES = 100;
const DELIMITERS = [",", ";", "\t"];
/** A millisecond of work or two. */
const LINES_AT_ONCE = 200;
/** The line that Excel writes, and obeys, before the header. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;|\t])"?\s*$/i;
const LINE_END = /(?:\r\n|\r|\n)$/;

/** A record as cells by column, or why it cannot be read; line is where it begins, counted from 1. */
export type CsvRecord = { line: number; cells: Record<string, string> } | { line: number; fault: string };

interface Line {
  number: number;
  /** With its line feed; null when it is too long. */
  text: string | null;
}

/**
 * The records of a CSV text with a header (RFC 4180; delimiter comma, semicolon or tab, as the header shows, or as a line `sep=;` before it
 * says; lines end by LF, CR LF or CR). Rows without a value are left out. A record that cannot be read is refused alone. Because a quote
 * that is not closed would otherwise include all that follows, a record over several lines must make sense (isSensible). Columns of one
 * name are one column, as long as no row has two values in them. Throws csv_invalid.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  isSensible: (cells: Record<string, string>) => boolean,
): AsyncGenerator<CsvRecord> {
  const lines = new Lookahead(linesOf(text));
  yield* recordsOf(lines, await readHeader(lines), isSensible);
}

/** The names of the columns, in their order. Throws csv_invalid. */
export async function readColumns(text: AsyncIterable<string>): Promise<string[]> {
  return (await readHeader(new Lookahead(linesOf(text)))).names;
}

async function* recordsOf(
  lines: Lookahead,
  header: Header,
  isSensible: (cells: Record<string, string>) => boolean,
): AsyncGenerator<CsvRecord> {
  let looked = 0;
  for (let first = await lines.at(0); first; first = await lines.at(0)) {
    const line = first.number;
    // What is read from memory never waits: others get their turns here.
    if (++looked % LINES_AT_ONCE === 0) await setImmediate();
    if (first.text !== null && first.text.trim() === "") {
      lines.drop(1);
      continue;
    }
    const found = await readOne(lines, header, isSensible);
    if ("cells" in found && found.twoValues !== null) throw unreadable(`line ${line}: ${found.twoValues}`);
    lines.drop("cells" in found ? found.count : 1);
    if ("cells" in found && Object.values(found.cells).every((cell) => cell === "")) continue;
    yield "cells" in found ? { line, cells: found.cells } : { line, fault: found.fault };
  }
}

interface Header {
  /** As they stand in the file. */
  headings: string[];
  names: string[];
  delimiter: string;
}

interface Cells {
  cells: Record<string, string>;
  /** What is wrong where two columns of one name have two values; null where none have. */
  twoValues: string | null;
}

type Found = (Cells & { count: number }) | { fault: string };

async function readOne(
  lines: Lookahead,
  header: Header,
  isSensible: (cells: Record<string, string>) => boolean,
): Promise<Found> {
  let candidate = "";
  let quotes = 0;
  for (let count = 1; count <= MAX_LINES; count++) {
    const next = await lines.at(count - 1);
    if (next?.text == null || candidate.length + next.text.length > MAX_LINE_LENGTH)
      return { fault: count === 1 ? `the line is longer than ${MAX_LINE_LENGTH} characters` : NOT_CLOSED };
    candidate += next.text;
    quotes += countQuotes(next.text);
    if (quotes % 2 !== 0) continue;
    const found = cellsOf(candidate, header);
    if ("fault" in found) return count === 1 ? found : { fault: NOT_CLOSED };
    if (count > 1 && !isSensible(found.cells)) return { fault: NOT_CLOSED };
    return { ...found, count };
  }
  return { fault: NOT_CLOSED };
}

const NOT_CLOSED = 'a quote (") is opened and not closed';

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count++;
  return count;
}

function cellsOf(text: string, { headings, names, delimiter }: Header): Cells | { fault: string } {
  const values = split(text, delimiter);
  if (typeof values === "string") return { fault: values };
  if (values.slice(names.length).some((cell) => cell !== ""))
    return { fault: "it has more cells than the first line has column names" };
  const cells = new Map<string, string>();
  let twoValues: string | null = null;
  for (const [index, value] of values.slice(0, names.length).entries()) {
    const name = names[index] ?? "";
    const other = cells.get(name) ?? "";
    if (other !== "" && value !== "" && other !== value)
      twoValues ??= wordsForTwo(name, headings[names.indexOf(name)] ?? "", headings[index] ?? "");
    cells.set(name, other === "" ? value : other);
  }
  return { cells: Object.fromEntries(cells), twoValues };
}

function wordsForTwo(name: string, one: string, other: string): string {
  if (name === "")
    return "two columns without a name have values. Name them in the first line, or remove them";
  return `the columns "${one}" and "${other}" have the same name, because upper and lower case are one and E-Mail is email, and two values. Rename one, or remove it`;
}

/** The cells of one record, or what is wrong with it. */
function split(line: string, delimiter: string): string[] | string {
  const text = line.replace(LINE_END, "");
  if (!text.includes('"')) return text.split(delimiter).map((cell) => cell.trim());
  try {
    const [cells = [], ...more] = parse(text, {
      delimiter,
      trim: delimiter !== "\t",
      relax_column_count: true,
    });
    return more.length === 0 ? cells : "it is more than one record";
  } catch (error) {
    if (error instanceof CsvError)
      return 'a quote (") is in the wrong place: put the whole cell in quotes and write each quote in it twice';
    throw error;
  }
}

async function readHeader(lines: Lookahead): Promise<Header> {
  const separator = SEPARATOR_LINE.exec((await lines.at(0))?.text ?? "")?.[1];
  if (separator !== undefined) lines.drop(1);
  const first = await lines.at(0);
  lines.drop(1);
  for (const delimiter of separator === undefined ? DELIMITERS : [separator]) {
    const cells = first?.text ? split(first.text.replace(/^\uFEFF/, ""), delimiter) : [];
    if (typeof cells === "string") continue;
    // A spreadsheet writes empty cells as far as its widest row.
    const headings = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
    const names = headings.map(columnOf);
    if (!names.includes("email")) continue;
    return { headings, names, delimiter };
  }
  throw unreadable(
    "its first line names no column email. Name the column with the addresses email, or E-Mail, in the first line",
  );
}

/** csv_invalid */
export const unreadable = (reason: string) => new ApiError("csv_invalid", { details: { reason } });

/** A column by its name in the header; "E-Mail" and "e-mail address", as spreadsheets and address books write them, are email. */
function columnOf(header: string): string {
  const name = header.normalize("NFC").trim().toLowerCase();
  return /^e-?mail(?:[ -]?(?:address|adresse))?$/.test(name) ? "email" : name;
}

/** Lines that can be inspected before they are consumed. */
class Lookahead {
  readonly #source: AsyncIterator<Line>;
  readonly #lines: Line[] = [];

  constructor(source: AsyncGenerator<Line>) {
    this.#source = source;
  }

  /** The line so many after the next one; undefined past the end. */
  async at(index: number): Promise<Line | undefined> {
    while (this.#lines.length <= index) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#lines.push(next.value);
    }
    return this.#lines[index];
  }

  drop(count: number): void {
    this.#lines.splice(0, count);
  }
}

/** How lines end, by the first end of one: LF, also where CR comes before it, or CR alone. Null while neither has come. */
function lineEndOf(text: string, isAll: boolean): "\n" | "\r" | null {
  const at = text.search(/[\r\n]/);
  if (at === -1) return null;
  // What follows a CR decides.
  if (text[at] === "\r" && at === text.length - 1 && !isAll) return null;
  return text[at] === "\n" || text[at + 1] === "\n" ? "\n" : "\r";
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = "";
  let isTooLong = false;
  let number = 1;
  let lineEnd: "\n" | "\r" | null = null;
  for await (const piece of inPieces(text)) {
    rest += piece;
    lineEnd ??= lineEndOf(rest, piece === "");
    for (let end = endOf(rest, lineEnd); end !== -1; end = endOf(rest, lineEnd)) {
      const line = rest.slice(0, end + 1);
      rest = rest.slice(end + 1);
      yield { number: number++, text: isTooLong || line.length > MAX_LINE_LENGTH ? null : line };
      isTooLong = false;
    }
    // What is left of a line that is too long is not kept.
    if (rest.length > MAX_LINE_LENGTH) [rest, isTooLong] = ["", true];
  }
  if (rest !== "" || isTooLong) yield { number, text: isTooLong ? null : rest };
}

const endOf = (text: string, lineEnd: string | null) => (lineEnd === null ? -1 : text.indexOf(lineEnd));

/** The text, and an empty piece at its end. */
async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text;
  yield "";
}
