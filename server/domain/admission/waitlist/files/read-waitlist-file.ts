import type { EncodedFile } from "../../../../platform/schema/upload.ts";
import { readColumns, readRecords, unreadable } from "./csv-records.ts";
import { decodeFile } from "./decode-file.ts";
import { partOfExport } from "./export-columns.ts";
import { readRow } from "./import-row.ts";
import type { NumberedRow } from "./insert-rows.ts";

const MAX_ISSUES = 1_000;
const MOST_LINES = 2_000_000;

type Cells = Record<string, string>;

/** The lines of a waitlist file, one by one: a row that can be imported, or why not. now: UTC. Throws csv_invalid. */
export async function* readWaitlistFile(
  file: EncodedFile,
  now: Date,
): AsyncGenerator<NumberedRow | { line: number; fault: string }> {
  await refuseTooLong(decodeFile(file.open(), file.charset));
  const isSensible = (cells: Cells) => !("fault" in readRow(cells, now));
  const records = () => readRecords(decodeFile(file.open(), file.charset), isSensible);
  const columns = await readColumns(decodeFile(file.open(), file.charset));
  const part = partOfExport(columns);
  if (part !== null || new Set(columns).size < columns.length)
    for await (const record of records()) if ("cells" in record) part?.see(record.cells);
  const reason = part?.reason() ?? null;
  if (reason !== null) throw unreadable(reason);
  for await (const record of records())
    yield "fault" in record ? record : { ...readRow(record.cells, now), line: record.line };
}

/** Refuses a file of more lines than a waitlist has people; reading it would keep the process busy for minutes. */
async function refuseTooLong(text: AsyncIterable<string>): Promise<void> {
  let lines = 0;
  for await (const piece of text) {
    if (piece.endsWith("\n")) lines++;
    if (lines > MOST_LINES)
      throw unreadable(`it has more than ${MOST_LINES.toLocaleString("en")} lines. Split it`);
  }
}

/** The messages about single lines, as many as a response may contain. */
export class Issues {
  readonly #list: { line: number; message: string }[] = [];

  add(line: number, message: string): void {
    if (this.#list.length < MAX_ISSUES) this.#list.push({ line, message });
  }

  /** In the order of the file. */
  all(): { line: number; message: string }[] {
    return this.#list.toSorted((one, other) => one.line - other.line);
  }
}
