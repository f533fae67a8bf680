import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { aJpeg, anInflatingPng, aPng, pngChunk } from "../../testing/pictures.ts";
import { readPictureHeader } from "./header.ts";
import { redraw as redrawFor } from "./redraw.ts";

const redraw = (file: Uint8Array) => redrawFor({ file, owner: "ten_1" });
const PNG = readFileSync("public/apple-touch-icon.png");

/** The picture with one bit of its data turned over. */
function flipped(file: Buffer): Buffer {
  const broken = Buffer.from(file);
  const at = broken.indexOf("IDAT") + 20;
  broken[at] = (broken[at] ?? 0) ^ 0x10;
  return broken;
}

const sizeOf = (file: Uint8Array | null) => {
  const header = file && readPictureHeader(file);
  return header && [header.type, header.width, header.height];
};

const animated = pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
const hiddenText = (bytes: number) =>
  pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(bytes))]));
const noise = (width: number, height: number) =>
  Buffer.from(
    Array.from({ length: height * (3 * width + 1) }, (_, nth) =>
      nth % (3 * width + 1) === 0 ? 0 : Math.floor(Math.random() * 256),
    ),
  );

describe("a picture that is drawn anew", () => {
  it.each<[string, Buffer, [number, number]]>([
    ["a PNG of 16 bits, interlaced", aPng({ bitDepth: 16, isInterlaced: true }), [40, 24]],
    ["a progressive JPEG of a camera on its side", aJpeg({ isProgressive: true, orientation: 6 }), [24, 40]],
  ])("%s has its size", async (_, file, size) => {
    expect(sizeOf(await redraw(file))).toEqual(["image/png", ...size]);
  });

  it.each<[string, Buffer]>([
    ["grey", aPng({ colorType: 0 })],
    ["black and white", aPng({ colorType: 0, bitDepth: 1 })],
    ["16 bits a colour", aPng({ colorType: 2, bitDepth: 16 })],
    ["a palette of two", aPng({ colorType: 3, bitDepth: 1 })],
    ["a palette of bytes, interlaced", aPng({ colorType: 3, bitDepth: 8, isInterlaced: true })],
    ["grey with alpha", aPng({ colorType: 4 })],
    ["an animation", aPng({ more: [animated] })],
    ["a JPEG", aJpeg()],
    ["a grey JPEG", aJpeg({ components: 1 })],
    ["a progressive JPEG", aJpeg({ isProgressive: true })],
    ["upside down", aJpeg({ orientation: 3 })],
  ])("%s keeps its size", { tags: ["long"] }, async (_, file) => {
    expect(sizeOf(await redraw(file))).toEqual(["image/png", 40, 24]);
  });

  it.each([5, 6, 7, 8])("is turned as its camera was held: %i", { tags: ["long"] }, async (orientation) => {
    expect(sizeOf(await redraw(aJpeg({ orientation })))).toEqual(["image/png", 24, 40]);
  });

  it("is the same again", { tags: ["long"] }, async () => {
    const once = await redraw(PNG);
    expect(sizeOf(once)).toEqual(["image/png", 180, 180]);
    expect(once && (await redraw(once))).toEqual(once);
  });

  it("is made smaller where it is large, in pixels or in bytes", { tags: ["long"] }, async () => {
    const wide = aPng({ width: 3_200, height: 600, colorType: 2 });
    expect(sizeOf(await redraw(wide))).toEqual(["image/png", 1_600, 300]);
    const file = aPng({ width: 600, height: 600, colorType: 2, rows: noise(600, 600) });
    expect((await redraw(file))?.length).toBeLessThanOrEqual(512 * 1024);
  });
});

describe("what is left out", () => {
  it.each<[string, Uint8Array]>([
    ["one bit that was turned over", flipped(PNG)],
    ["an empty file", Buffer.alloc(0)],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a GIF", Buffer.from("GIF89a\u0001\0\u0001\0", "latin1")],
    ["no pixels", aPng({ width: 0, height: 0 })],
    ["too many pixels", aPng({ width: 40_000, height: 40_000, rows: Buffer.alloc(10) })],
    ["too long a side", aPng({ width: 1, height: 20_000 })],
    ["a JPEG of nothing", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])],
    ["a JPEG of too many scans", aJpeg({ isProgressive: true, scans: 200 })],
  ])("%s", async (_, file) => expect(await redraw(file)).toBeNull());

  it.each<[string, Uint8Array]>([
    ["the half of a file", PNG.subarray(0, PNG.length / 2)],
    ["a header alone", PNG.subarray(0, 40)],
    ["nothing that can be seen", aPng({ rows: Buffer.alloc(24 * 161) })],
    ["the inks of print", aJpeg({ components: 4 })],
  ])("%s, which decoding shows", { tags: ["long"] }, async (_, file) =>
    expect(await redraw(file)).toBeNull(),
  );
});

it.each<[string, () => Buffer]>([
  ["inflates to 400 MB", () => anInflatingPng()],
  ["has text that inflates to 100 MB", () => aPng({ more: [hiddenText(100_000_000)] })],
  ["is as large as a PNG may be", () => aPng({ width: 2_000, height: 1_250, bitDepth: 16 })],
  ["is a JPEG of many scans", () => aJpeg({ width: 1_200, height: 1_000, isProgressive: true, scans: 90 })],
])("a picture that %s takes at most 50 MB", { tags: ["long"] }, async (_, make) => {
  const file = make();
  // What the first thread loads stays.
  for (let width = 50; width < 56; width++) await redraw(aPng({ width }));
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 2);
  await redraw(file);
  clearInterval(watch);
  expect(most).toBeLessThan(50_000_000);
});
