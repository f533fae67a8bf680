import { ApiError } from "../../errors/api-error.ts";

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const LONGEST_MARK = 3;
const LINE_FEED = 0x0a;

/**
 * The text of a file, piece by piece: as its byte order mark says, else as the charset that was named with it, else UTF-8
 * (https://encoding.spec.whatwg.org/#decode). Bytes that mean nothing in it are refused, never replaced. K4012.
 */
export async function* decodeFile(
  source: AsyncIterable<Buffer | string>,
  charset: string | null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Buffer = Buffer.alloc(0);
  let line = 1;
  const decode = (bytes?: Buffer) => {
    decoder ??= decoderOf(head, charset);
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw refused(`line ${line} is not ${decoder.encoding.toUpperCase()}. ${HELP}`, cause);
    }
  };
  for await (const given of source) {
    // Text that was decoded before.
    if (typeof given === "string") {
      yield given;
      continue;
    }
    head = decoder ? given : Buffer.concat([head, given]);
    if (!decoder && head.length < LONGEST_MARK) continue;
    for (const piece of linesOf(head)) {
      yield decode(piece);
      if (piece.at(-1) === LINE_FEED) line++;
    }
  }
  // Shorter than a mark, or cut off within a sign.
  yield decoder ? decode() : decode(head) + decode();
}

const HELP =
  "Save the file as UTF-8, or name its encoding in the content type, such as text/csv; charset=windows-1252";

function decoderOf(head: Buffer, charset: string | null): TextDecoder {
  const mark = BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  try {
    return new TextDecoder(mark?.[0] ?? charset ?? "utf-8", { fatal: true });
  } catch (cause) {
    throw refused(`the charset ${charset} is not known. ${HELP}`, cause);
  }
}

/** Cut after each line feed, so that it is known in which line a byte stands. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(start, next);
    start = next;
  }
}

function refused(reason: string, cause: unknown): ApiError {
  return new ApiError("K4012", { details: { reason }, cause });
}
