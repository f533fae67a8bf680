import { BYTE_ORDER_MARK } from "../../server/platform/csv/write.ts";

/** Hands a CSV file, in parts, to the browser, with a byte order mark. */
export function downloadCsv(name: string, parts: string[]): void {
  hand(name, `${BYTE_ORDER_MARK}${parts.join("")}`, "text/csv;charset=utf-8");
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
