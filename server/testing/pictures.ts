import { crc32, deflateSync } from "node:zlib";

// Pictures of every kind that PNG and JPEG have, small or as large as a test wants them: a few colours in squares.

interface PngOptions {
  width?: number;
  height?: number;
  /** https://www.w3.org/TR/png-3/#6Colour-values: 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha. */
  colorType?: 0 | 2 | 3 | 4 | 6;
  bitDepth?: 1 | 2 | 4 | 8 | 16;
  isInterlaced?: boolean;
  /** Chunks after the header, such as those of an animation. */
  more?: Buffer[];
  /** In place of the rows, before it is deflated. */
  rows?: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
/** Adam7: where each pass begins and how far apart its pixels are, across and down. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** A chunk of a PNG, with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG. */
export function aPng(options: PngOptions = {}): Buffer {
  const { width = 40, height = 24, colorType = 6, bitDepth = 8, isInterlaced = false, more = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const palette = colorType === 3 ? [pngChunk("PLTE", Buffer.from([200, 30, 30, 30, 30, 200]))] : [];
  const passes = isInterlaced ? PASSES : [[0, 1, 0, 1] as const];
  const row = rowOf(SAMPLES[colorType], bitDepth);
  const rows = () =>
    passes.flatMap(([left, across, top, down]) => {
      const count = Math.ceil((width - left) / across);
      const many = Math.ceil((height - top) / down);
      return count > 0 && many > 0 ? Array.from({ length: many }, (_, y) => row(count, y)) : [];
    });
  return Buffer.concat([
    SIGNATURE,
    pngChunk("IHDR", header),
    ...palette,
    ...more,
    pngChunk("IDAT", deflateSync(options.rows ?? Buffer.concat(rows()))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A row of so many pixels, without a filter: the lowest bit of each sample is the square that the pixel is in, alpha is full. */
function rowOf(samples: number, bitDepth: number) {
  return (pixels: number, y: number): Buffer => {
    const row = Buffer.alloc(1 + Math.ceil((pixels * samples * bitDepth) / 8));
    for (let nth = 0; nth < pixels * samples; nth++) {
      const square = ((Math.floor(nth / samples) >> 3) + (y >> 3)) & 1;
      const isAlpha = samples % 2 === 0 && nth % samples === samples - 1;
      if (!isAlpha && square === 0) continue;
      if (bitDepth >= 8) row[1 + (nth * bitDepth) / 8] = isAlpha ? 255 : 180;
      else {
        const bit = nth * bitDepth + bitDepth - 1;
        row[1 + (bit >> 3)] = (row[1 + (bit >> 3)] ?? 0) | (0x80 >> (bit & 7));
      }
    }
    return row;
  };
}

/** A PNG whose 400 kB hold a thousand times as much, with a header that promises little. */
export function anInflatingPng(bytes = 400_000_000): Buffer {
  return aPng({ width: 600, height: 200, rows: Buffer.alloc(bytes) });
}

interface JpegOptions {
  width?: number;
  height?: number;
  /** 1 grey, 3 colour, 4 the inks of print. */
  components?: 1 | 3 | 4;
  isProgressive?: boolean;
  /** Scans that repeat the last. */
  scans?: number;
  /** Of Exif, 1 to 8. */
  orientation?: number;
}

const segment = (marker: number, bytes: number[]): Buffer => {
  const length = bytes.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes]);
};

/** A Huffman table whose codes all have that many bits: each value's code is its place. */
const table = (kind: number, bits: number, values: number[]) => [
  kind,
  ...Array.from({ length: 16 }, (_, index) => (index + 1 === bits ? values.length : 0)),
  ...values,
];

/** Codes of four bits for the size of a difference; of two bits for "no more in this block" and for runs of such blocks. */
const TABLES = [...table(0x00, 4, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), ...table(0x10, 2, [0x00, 0xe0])];

/** A JPEG of blocks of one colour each: ITU-T T.81, with the simplest tables that it allows. */
export function aJpeg(options: JpegOptions = {}): Buffer {
  const { width = 40, height = 24, components = 3, isProgressive = false, scans = 1, orientation } = options;
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const across = Math.ceil(width / 8);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = [8, ...size, components, ...ids.flatMap((id) => [id, 0x11, 0])];
  const scan = (of: number[], [from, to]: [number, number], bits: string) =>
    Buffer.concat([segment(0xda, [of.length, ...of.flatMap((id) => [id, 0]), from, to, 0]), packed(bits)]);
  const differences = (end: string) => {
    const last = ids.map(() => 0);
    return Array.from({ length: blocks }, (_, block) =>
      ids.map((id) => {
        const level = (((block % across) + Math.floor(block / across) + id) & 1) * 60;
        const difference = level - (last[id - 1] ?? 0);
        last[id - 1] = level;
        return codeOf(difference) + end;
      }),
    )
      .flat()
      .join("");
  };
  const rest = (id: number) => scan([id], [1, 63], noMore(blocks));
  const data = isProgressive
    ? [
        scan(ids, [0, 0], differences("")),
        ...ids.map(rest),
        ...Array.from({ length: scans - 1 }, () => rest(1)),
      ]
    : [scan(ids, [0, 63], differences("00"))];
  const adobe = [...Buffer.from("Adobe", "latin1"), 0, 100, 0, 0, 0, 0, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [segment(0xe1, exif(orientation))]),
    ...(components === 4 ? [segment(0xee, adobe)] : []),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    segment(isProgressive ? 0xc2 : 0xc0, frame),
    segment(0xc4, TABLES),
    ...data,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** That so many blocks have no more: in runs of 2^14 and up to as many again, the others one by one. */
function noMore(blocks: number): string {
  if (blocks < 0x4000) return "00".repeat(blocks);
  const run = Math.min(blocks, 0x7fff);
  return `01${(run - 0x4000).toString(2).padStart(14, "0")}${noMore(blocks - run)}`;
}

/** The size of a difference in four bits, and the difference: T.81, F.1.2.1. */
function codeOf(difference: number): string {
  const bits = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
  const value = difference < 0 ? difference + 2 ** bits - 1 : difference;
  return bits.toString(2).padStart(4, "0") + (bits === 0 ? "" : value.toString(2).padStart(bits, "0"));
}

/** Bits as bytes, filled up with ones, and with a zero after each FF. */
function packed(bits: string): Buffer {
  const full = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const bytes: number[] = [];
  for (let at = 0; at < full.length; at += 8) {
    const byte = Number.parseInt(full.slice(at, at + 8), 2);
    bytes.push(byte);
    if (byte === 0xff) bytes.push(0);
  }
  return Buffer.from(bytes);
}

/** The segment of a camera that says how the picture is turned. */
function exif(orientation: number): number[] {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return [...Buffer.from("Exif\0\0", "latin1"), 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
}
