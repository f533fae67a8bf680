// Runs on a thread of its own: draws the picture of a price list for the tenant in workerData, and sends the PNG.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { Resvg, type ResvgRenderOptions } from "@resvg/resvg-js";
import type { PublicTenant } from "../domain/tenants/public-tenant.ts";

/** What a picture shows of a tenant. */
export type DrawnTenant = Pick<PublicTenant, "name" | "slug" | "brand">;

const require = createRequire(import.meta.url);
const BOLD = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");
const REGULAR = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
/** The scripts that DejaVu Sans draws; for others the machine's own fonts are loaded, too. */
const DRAWN_BY_DEJAVU =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 96;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const FAMILY = "DejaVu Sans";
/** Sizes of the name, pixels. */
const SIZES = [96, 80, 64, 52] as const;
/** Of a space at the largest size, pixels. */
const SPACE = 34;
const MAX_LINES = 3;
/** From the name down to the words below it, pixels. */
const BELOW = 84;
/** Longer names are cut: a picture is looked at small. */
const MAX_NAME_LENGTH = 80;
/** Emoji, which the fonts lack, and what XML does not allow. */
const UNDRAWN = /\p{Emoji_Presentation}|\u{fe0f}|\u{200d}|[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** A character that no font has. */
const NONCHARACTER = "\u{10fffe}";

parentPort?.postMessage(draw(workerData as DrawnTenant));

function draw({ name, slug, brand }: DrawnTenant): Uint8Array {
  const shown = shorten(name.replaceAll(UNDRAWN, "").trim());
  const canDraw = shown !== "" && (DRAWN_BY_DEJAVU.test(shown) || hasGlyph(shown));
  const svg = toSvg(canDraw ? shown : slug, brand);
  return new Resvg(svg, optionsFor(shown)).render().asPng();
}

/** To load the machine's own fonts takes some 20 ms. */
function optionsFor(text: string): ResvgRenderOptions {
  const loadSystemFonts = !DRAWN_BY_DEJAVU.test(text);
  return { font: { loadSystemFonts, fontFiles: [BOLD, REGULAR], defaultFontFamily: FAMILY } };
}

/** Whether some font has the name's first character that DejaVu lacks: a missing one is drawn as a box of the same size as others. */
function hasGlyph(name: string): boolean {
  const foreign = [...name].find((character) => !DRAWN_BY_DEJAVU.test(character)) ?? "";
  return widthOf(foreign) !== widthOf(NONCHARACTER);
}

function toSvg(name: string, { background, text }: PublicTenant["brand"]): string {
  const { size, lines } = layOut(name);
  const lineHeight = size * 1.15;
  const top = (HEIGHT - lines.length * lineHeight - BELOW) / 2 + size * 0.85;
  const texts = lines.map((line, index) => textOf(line, { y: top + index * lineHeight, size, weight: 700 }));
  const below = textOf("Plans and prices", {
    y: top + (lines.length - 1) * lineHeight + BELOW,
    size: 42,
    weight: 400,
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="${text}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/>
<rect x="${MARGIN}" width="128" height="16" opacity="0.6"/>
${texts.join("\n")}
<g opacity="0.8">${below}</g>
</svg>`;
}

function textOf(line: string, { y, size, weight }: { y: number; size: number; weight: number }): string {
  return `<text x="${MARGIN}" y="${y}" font-family="${FAMILY}" font-size="${size}" font-weight="${weight}">${inXml(line)}</text>`;
}

/** The largest size at which the name fits in three lines, and those lines. */
function layOut(name: string): { size: number; lines: string[] } {
  const words = name.split(/\s+/).map((text) => ({ text, width: widthOf(text) }));
  const fitting = SIZES.map((size) => ({ size, lines: wrap(words, (TEXT_WIDTH * SIZES[0]) / size) })).find(
    ({ lines }) => lines.length <= MAX_LINES && lines.every(({ width }) => width <= 1),
  );
  const widest = Math.max(...words.map(({ width }) => width));
  const { size, lines } = fitting ?? {
    size: Math.floor((TEXT_WIDTH * SIZES[0]) / widest),
    lines: wrap(words, widest),
  };
  return { size, lines: lines.map(({ text }) => text) };
}

/** Puts as many words into each line as fit into `available` pixels; `width` is then the part of a line that is used. */
function wrap(
  words: { text: string; width: number }[],
  available: number,
): { text: string; width: number }[] {
  const lines: { text: string; width: number }[] = [];
  for (const { text, width } of words) {
    const last = lines.at(-1);
    const longer = (last?.width ?? 0) + (SPACE + width) / available;
    if (last && longer <= 1) Object.assign(last, { text: `${last.text} ${text}`, width: longer });
    else lines.push({ text, width: width / available });
  }
  return lines;
}

/** In pixels, at the largest size. */
function widthOf(text: string): number {
  const line = textOf(text, { y: 0, size: SIZES[0], weight: 700 });
  return (
    new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${line}</svg>`, optionsFor(text)).getBBox()?.width ?? 0
  );
}

function shorten(name: string): string {
  const letters = [...name];
  return letters.length > MAX_NAME_LENGTH
    ? `${letters
        .slice(0, MAX_NAME_LENGTH - 1)
        .join("")
        .trim()}…`
    : name;
}

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
