import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { Resvg, type ResvgRenderOptions, renderAsync } from "@resvg/resvg-js";
import { LRUCache } from "lru-cache";
import { findPublicTenant, type PublicTenant } from "../domain/tenants/public-tenant.ts";
import type { Services } from "../platform/scope.ts";
import { type PublicDocument, publicDocument } from "./public-document.ts";

const require = createRequire(import.meta.url);
const BOLD = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");
const REGULAR = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
/** The scripts that DejaVu Sans draws; for others the machine's own fonts are loaded, too. */
const DRAWN_BY_DEJAVU =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Named as Next names such a picture. Next's own way would fetch fonts from elsewhere for names that its font cannot draw. */
const PATH = /^\/p\/([a-z0-9-]{1,64})\/pricing\/opengraph-image$/;
const CACHE_SECONDS = 3600;
/** Some 30 kB each. */
const MAX_PICTURES = 200;

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 96;
const ROOM = WIDTH - 2 * MARGIN;
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

/**
 * Serves `/p/{slug}/pricing/opengraph-image`, the picture that chat programs and social networks show beside a link to a price list
 * (https://ogp.me): the tenant's name in its colour, or its slug where no font has the name. Each is drawn once, on a thread of its own, and cached until name or colour
 * change. Returns false for every other path, and where there is no such tenant.
 */
export function createPriceListPictures(services: Services) {
  const cached = new LRUCache<string, Promise<PublicDocument>>({ max: MAX_PICTURES });

  function pictureOf(tenant: PublicTenant): Promise<PublicDocument> {
    const { name, slug, brand } = tenant;
    const key = JSON.stringify([name, slug, brand]);
    const drawing = cached.get(key) ?? draw(tenant);
    cached.set(key, drawing);
    drawing.catch(() => cached.delete(key));
    return drawing;
  }

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<boolean> {
    const slug = PATH.exec(path)?.[1];
    const tenant = slug === undefined ? null : await findPublicTenant(services, slug);
    if (!tenant) return false;
    await (await pictureOf(tenant))(request, response);
    return true;
  };
}

async function draw({ name, slug, brand }: PublicTenant): Promise<PublicDocument> {
  const shown = shorten(name.replaceAll(UNDRAWN, "").trim());
  const options = optionsFor(shown);
  const canDraw = shown !== "" && (DRAWN_BY_DEJAVU.test(shown) || hasGlyph(shown, options));
  const picture = await renderAsync(toSvg(canDraw ? shown : slug, brand, options), options);
  return publicDocument("image/png", picture.asPng(), CACHE_SECONDS);
}

function optionsFor(name: string): ResvgRenderOptions {
  const loadSystemFonts = !DRAWN_BY_DEJAVU.test(name);
  return { font: { loadSystemFonts, fontFiles: [BOLD, REGULAR], defaultFontFamily: FAMILY } };
}

/** Whether some font has the name's first character that DejaVu lacks: a missing one is drawn as a box of the same size as others. */
function hasGlyph(name: string, options: ResvgRenderOptions): boolean {
  const foreign = [...name].find((character) => !DRAWN_BY_DEJAVU.test(character)) ?? "";
  return widthOf(foreign, options) !== widthOf(NONCHARACTER, options);
}

function toSvg(
  name: string,
  { background, text }: PublicTenant["brand"],
  options: ResvgRenderOptions,
): string {
  const { size, lines } = layOut(name, options);
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
function layOut(name: string, options: ResvgRenderOptions): { size: number; lines: string[] } {
  const words = name.split(/\s+/).map((text) => ({ text, width: widthOf(text, options) }));
  const fitting = SIZES.map((size) => ({ size, lines: wrap(words, (ROOM * SIZES[0]) / size) })).find(
    ({ lines }) => lines.length <= MAX_LINES && lines.every(({ width }) => width <= 1),
  );
  const widest = Math.max(...words.map(({ width }) => width));
  const { size, lines } = fitting ?? {
    size: Math.floor((ROOM * SIZES[0]) / widest),
    lines: wrap(words, widest),
  };
  return { size, lines: lines.map(({ text }) => text) };
}

/** Puts as many words into each line as it has room for; width: of the line, as a part of the room. */
function wrap(words: { text: string; width: number }[], room: number): { text: string; width: number }[] {
  const lines: { text: string; width: number }[] = [];
  for (const { text, width } of words) {
    const last = lines.at(-1);
    const longer = (last?.width ?? 0) + (SPACE + width) / room;
    if (last && longer <= 1) Object.assign(last, { text: `${last.text} ${text}`, width: longer });
    else lines.push({ text, width: width / room });
  }
  return lines;
}

/** In pixels, at the largest size. */
function widthOf(text: string, options: ResvgRenderOptions): number {
  const line = textOf(text, { y: 0, size: SIZES[0], weight: 700 });
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${line}</svg>`, options).getBBox()?.width ?? 0;
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
