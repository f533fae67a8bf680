// node scripts/icons.ts: draws the pictures of public/ from public/icon.svg. Run it after the mark has changed.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";

const require = createRequire(import.meta.url);
const PUBLIC = join(import.meta.dirname, "..", "public");
const BOLD = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");
const REGULAR = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");

/** The sizes in favicon.ico: tabs, tabs of dense screens, shortcuts. */
const FAVICON_SIZES = [16, 32, 48];

const mark = readFileSync(join(PUBLIC, "icon.svg"), "utf8");

/** A PNG of an SVG, that many pixels wide. */
function draw(svg: string, width: number): Buffer {
  const font = { loadSystemFonts: false, fontFiles: [BOLD, REGULAR], defaultFontFamily: "DejaVu Sans" };
  return new Resvg(svg, { fitTo: { mode: "width", value: width }, font }).render().asPng();
}

/** The mark on a square without round corners, which iOS cuts by itself. */
function squareMark(): string {
  return mark.replace(/ rx="\d+"/, "");
}

/** An .ico of PNG pictures: https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10). */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The picture beside a link to Usher, 1200 by 630 pixels: https://ogp.me. */
function linkPicture(): string {
  const [, paths = ""] = /<svg[^>]*>(.*)<\/svg>/s.exec(mark) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="DejaVu Sans">
  <defs><radialGradient id="light" cx="0.85" cy="0.1" r="1">
    <stop offset="0" stop-color="#312e81"/><stop offset="1" stop-color="#0b0c0e"/>
  </radialGradient></defs>
  <rect width="1200" height="630" fill="url(#light)"/>
  <g transform="translate(96 176) scale(4)">${paths}</g>
  <text x="256" y="273" font-size="88" font-weight="700" letter-spacing="-3" fill="#fff">Usher</text>
  <text x="96" y="398" font-size="42" fill="#e0e7ff">Let people in and charge them.</text>
  <text x="96" y="462" font-size="28" fill="#a5b4fc">Waitlist, sign-in, plans, usage and invoices, on your own server</text>
</svg>`;
}

const favicon = FAVICON_SIZES.map((size) => ({ size, png: draw(mark, size) }));
writeFileSync(join(PUBLIC, "favicon.ico"), icoOf(favicon));
writeFileSync(join(PUBLIC, "icon.png"), draw(mark, 512));
writeFileSync(join(PUBLIC, "apple-touch-icon.png"), draw(squareMark(), 180));
writeFileSync(join(PUBLIC, "og.png"), draw(linkPicture(), 1200));
