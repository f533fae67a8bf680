const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell as RFC 4180 has it. What a spreadsheet would take for a formula begins with an apostrophe; numbers stay numbers. */
function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvRow = Record<string, string | number | boolean | null | undefined>;

/** A CSV file with the first row's names as its header. */
function toCsv(rows: CsvRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(cell).join(","))
    .join("\r\n");
}

/** Hands a CSV file to the browser. */
export function download(name: string, rows: CsvRow[]): void {
  hand(name, toCsv(rows), "text/csv;charset=utf-8");
}

/** Hands a CSV file that the server has written, in parts, to the browser. */
export function downloadCsv(name: string, parts: string[]): void {
  hand(name, parts.join(""), "text/csv;charset=utf-8");
}

/** Hands a JSON file to the browser. */
export function downloadJson(name: string, value: unknown): void {
  hand(name, JSON.stringify(value, null, 2), "application/json");
}

/** Hands a ZIP file, in parts, to the browser. */
export function downloadZip(name: string, parts: Uint8Array<ArrayBuffer>[]): void {
  hand(name, parts, "application/zip");
}

function hand(name: string, content: string | Uint8Array<ArrayBuffer>[], type: string): void {
  const url = URL.createObjectURL(new Blob(typeof content === "string" ? [content] : content, { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
