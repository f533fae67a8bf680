import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CHECKSUM_BYTES, COUNTS, Counts, checksumLine, END_OF_ROWS, HEAD, Head } from "./format.ts";

const LINE_END = 0x0a;
const ROWS_END = Buffer.concat([Buffer.of(LINE_END), END_OF_ROWS]);

/** What a backup is made of, in its order. The rows of a table have to be read before what comes after them. */
export type Part =
  | { kind: "table"; name: string; columns: string[]; rows: AsyncIterable<Buffer> }
  | { kind: "sequence"; name: string; last: string; isCalled: string }
  | { kind: "counts"; counts: Counts };

/** What is wrong with a backup file, in words for the operator. */
export class DamagedBackup extends Error {
  override name = "DamagedBackup";
}

/** Reads a backup to its end and answers how it describes itself; throws DamagedBackup when a byte of it is missing or wrong. */
export async function verifyBackup(path: string): Promise<Head> {
  const digest = createHash("sha256");
  let first = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  await unpacked(path, async (chunks) => {
    for await (const chunk of chunks) {
      if (!first.includes(LINE_END)) first = Buffer.concat([first, chunk]);
      const known = Buffer.concat([last, chunk]);
      const end = Math.max(0, known.length - CHECKSUM_BYTES);
      digest.update(known.subarray(0, end));
      last = known.subarray(end);
    }
  });
  if (last.toString("latin1") !== checksumLine(digest.digest("hex")))
    throw new DamagedBackup("its checksum is wrong: it was cut off or changed");
  return readHead(first.subarray(0, first.indexOf(LINE_END)).toString("utf8"));
}

function readHead(line: string): Head {
  if (!line.startsWith(HEAD)) throw new DamagedBackup("it is no backup of Usher");
  const parsed = Head.safeParse(JSON.parse(line.slice(HEAD.length)));
  if (!parsed.success)
    throw new DamagedBackup("it was made by another version of Usher; restore it with that");
  return parsed.data;
}

/** Gives the parts of a verified backup to the reader, one after another. */
export async function readBackup(path: string, read: (part: Part) => Promise<void>): Promise<void> {
  await unpacked(path, async (chunks) => {
    const lines = new Lines(chunks);
    await lines.line();
    for (;;) {
      const line = await lines.line();
      const [, table, columns = ""] = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(line) ?? [];
      const [, sequence, last = "", isCalled = ""] =
        /^select setval\('([^']+)', (\d+), (true|false)\);$/.exec(line) ?? [];
      if (table !== undefined) {
        await read({ kind: "table", name: table, columns: columns.split(", "), rows: lines.rows() });
      } else if (sequence !== undefined) {
        await read({ kind: "sequence", name: sequence, last, isCalled });
      } else if (line.startsWith(COUNTS)) {
        await read({ kind: "counts", counts: Counts.parse(JSON.parse(line.slice(COUNTS.length))) });
        // The checksum follows, and nothing else.
        await lines.line();
        return;
      } else throw new DamagedBackup("it holds a line that no backup has");
    }
  });
}

async function unpacked(path: string, read: (chunks: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
  try {
    await pipeline(createReadStream(path), createGunzip(), read);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("Z_")) throw new DamagedBackup("it cannot be unpacked: it was cut off or changed");
    throw error;
  }
}

/** Lines and blocks of rows out of chunks that end anywhere; between two calls what is held begins a line. */
class Lines {
  #held = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new DamagedBackup("it ends too early");
    this.#held = Buffer.concat([this.#held, value]);
  }

  #take(bytes: number): Buffer {
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    return taken;
  }

  async line(): Promise<string> {
    while (!this.#held.includes(LINE_END)) await this.#more();
    const line = this.#take(this.#held.indexOf(LINE_END) + 1);
    return line.subarray(0, -1).toString("utf8");
  }

  /** Whole rows up to the mark that ends them; the mark itself cannot be a row (PostgreSQL's manual, COPY, "Text Format"). */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      while (!this.#held.includes(LINE_END)) await this.#more();
      if (this.#held.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#take(END_OF_ROWS.length);
        return;
      }
      const end = this.#held.indexOf(ROWS_END);
      yield this.#take((end === -1 ? this.#held.lastIndexOf(LINE_END) : end) + 1);
    }
  }
}
