import { BYTE_ORDER_MARK } from "../../../server/platform/csv/write.ts";
import type { Api } from "../../_lib/api.ts";
import { pagesOf, readParts } from "../../_lib/pages.ts";
import { leftOutNote, README } from "./readme.ts";

export type FileName = Parameters<Api["revenue"]["exportPage"]["query"]>[0]["table"];

/** The files for the accountant, with what people call them. */
export const FILES: Record<FileName, string> = {
  invoices: "Invoices",
  invoice_lines: "Invoice lines",
  payments: "Payments",
  credit_notes: "Credit notes",
  credit_note_lines: "Credit note lines",
  refunds: "Refunds",
  journal: "Journal",
};

const nameOf = (table: FileName, month: string) => `${table.replaceAll("_", "-")}-${month}.csv`;

interface Reading {
  api: Api;
  month: string;
  /** Called with the number of rows that were read so far, of all files. */
  onRows: (rows: number) => void;
}

/** Reads a part of a file of a month, as the server writes it. */
const partReader =
  ({ api, month }: Reading, table: FileName) =>
  (cursor: string | null) =>
    api.revenue.exportPage.query({
      table,
      from_month: month,
      to_month: month,
      ...(cursor && { cursor }),
    });

/** One file of a month, with how many rows it has. */
export async function readFile(reading: Reading, table: FileName) {
  return {
    name: nameOf(table, reading.month),
    ...(await readParts(partReader(reading, table), reading.onRows)),
  };
}

/** All files of a month as one ZIP, packed as they are read, with a README.txt that says how they add up. */
export async function readAll(reading: Reading) {
  const { Zip, ZipDeflate, strToU8 } = await import("fflate");
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    parts.push(new Uint8Array(chunk));
  });
  let rows = 0;
  const add = (name: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  const leftOut = await reading.api.revenue.leftOut.query({ month: reading.month });
  add("README.txt").push(strToU8(`${README}${leftOutNote(leftOut)}`), true);
  // The keys of FILES are its names.
  for (const table of Object.keys(FILES) as FileName[]) {
    const file = add(nameOf(table, reading.month));
    file.push(strToU8(BYTE_ORDER_MARK));
    for await (const part of pagesOf(partReader(reading, table))) {
      file.push(strToU8(part.text));
      rows += part.rows;
      reading.onRows(rows);
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  if (failure !== null) throw failure;
  return { name: `accountant-${reading.month}.zip`, parts, rows };
}
