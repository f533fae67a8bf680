import { inflateSync } from "node:zlib";

/**
 * A WOFF 1.0 file as the plain font that it holds (https://www.w3.org/TR/WOFF/). fontkit reads WOFF by itself, but inflates in
 * JavaScript, which takes a second for a page of Chinese.
 */
export function fromWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index;
    const [offset, packed, length] = [4, 8, 12].map((skip) => file.readUInt32BE(at + skip)) as Lengths;
    const bytes = file.subarray(offset, offset + packed);
    return {
      tag: file.subarray(at, at + 4),
      checksum: file.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const head = Buffer.alloc(12 + 16 * count);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  // What readers search the tables by: https://learn.microsoft.com/typography/opentype/spec/otff#table-directory.
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  let end = head.length;
  const parts: Uint8Array[] = [head];
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = 12 + 16 * index;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    end += data.length + padding.length;
  });
  return Buffer.concat(parts);
}

type Lengths = [offset: number, packed: number, length: number];
