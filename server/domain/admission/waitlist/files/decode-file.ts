import { ApiError } from "../../../../errors/api-error.ts";

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
/** Of a ZIP file, as which Excel and others save workbooks: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.7). */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const MAX_HEAD_BYTES = ZIP.length;
const LINE_FEED = 0x0a;

/**
 * The text of a file, as a stream. Its encoding is that of its byte order mark, else the charset named with it, else UTF-8
 * (https://encoding.spec.whatwg.org/#decode). Invalid bytes are refused, never replaced. Throws csv_invalid.
 */
export async function* decodeFile(
  source: AsyncIterable<Uint8Array>,
  charset: string | null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  let line = 1;
  const decode = (bytes?: Uint8Array) => {
    decoder ??= decoderOf(head, charset);
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw refused(`line ${line} is not ${decoder.encoding.toUpperCase()}. ${HELP}`, cause);
    }
  };
  for await (const given of source) {
    head = decoder ? given : Buffer.concat([head, given]);
    if (!decoder && head.length < MAX_HEAD_BYTES) continue;
    for (const piece of linesOf(head)) {
      yield decode(piece);
      if (piece.at(-1) === LINE_FEED) line++;
    }
  }
  // Shorter than a byte order mark, or cut off within a character.
  yield decoder ? decode() : decode(head) + decode();
}

const HELP =
  "Save the file as UTF-8, or say which encoding it has: in the dashboard under Encoding, over the API in the content type, such as " +
  "text/csv; charset=windows-1252";

function decoderOf(head: Uint8Array, charset: string | null): TextDecoder {
  if (ZIP.every((byte, index) => head[index] === byte))
    throw refused(
      "it is a workbook or another ZIP file. Save the sheet as CSV in your spreadsheet program",
      null,
    );
  const mark = BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  try {
    return new TextDecoder(mark?.[0] ?? charset ?? "utf-8", { fatal: true });
  } catch (cause) {
    throw refused(`the charset ${charset} is not known. ${HELP}`, cause);
  }
}

/** Split after each line feed, so that an error can name the line of its byte. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(start, next);
    start = next;
  }
}

function refused(reason: string, cause: unknown): ApiError {
  return new ApiError("csv_invalid", { details: { reason }, cause });
}
