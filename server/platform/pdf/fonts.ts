import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create, type Font } from "fontkit";
import { fromWoff } from "./woff.ts";

const require = createRequire(import.meta.url);

/** A font file, and the name under which a document knows it. */
export interface FontFile {
  name: string;
  path: string;
}

/** Latin, Greek, Cyrillic, Arabic, Hebrew and all currency symbols; PDF's built-in fonts only cover western Europe. */
const REGULAR = { name: "regular", path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf") };
const BOLD = { name: "bold", path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf") };

/** Chinese and Japanese, in one file. */
const HAN: Slice = {
  name: "noto-sans-sc",
  path: join(dirname(require.resolve("@embedpdf/fonts-sc")), "..", "fonts", "NotoSansHans-Regular.otf"),
  // Its punctuation and signs, characters without the Korean syllables, enclosed ones, and rare characters beyond 16 bits.
  ranges: [
    [0x2010, 0x2bff],
    [0x2e80, 0xabff],
    [0xf900, 0xffef],
    [0x1f100, 0x1f2ff],
    [0x20000, 0x3ffff],
  ],
};

/** Devanagari; Korean; emoji. Each is a set of files by ranges of characters. */
const SETS = ["noto-sans-devanagari", "nanum-gothic", "noto-emoji"];

interface Slice extends FontFile {
  ranges: [number, number][];
}

let slices: Slice[] | null = null;

/** The files beside DejaVu with the characters that each may have, read once. The first that has a character draws it. */
function allSlices(): Slice[] {
  slices ??= [HAN, ...SETS.flatMap(slicesOf)];
  return slices;
}

function slicesOf(set: string): Slice[] {
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource/${set}/unicode.json`), "utf8"),
  );
  return Object.entries(ranges).map(([subset, list]) => {
    const name = `${set}-${subset.replace(/[[\]]/g, "")}-400-normal`;
    return {
      name,
      path: require.resolve(`@fontsource/${set}/files/${name}.woff`),
      ranges: list.split(",").map(toRange),
    };
  });
}

/** "U+4E00-4E0F" or "U+4E00". */
function toRange(text: string): [number, number] {
  const [from = "", to = from] = text.trim().replace(/^U\+/i, "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const files = new Map<string, Buffer>();
const opened = new Map<string, Font>();

/** A font's bytes, read once. */
export function bytesOf({ path }: FontFile): Buffer {
  const known = files.get(path);
  if (known) return known;
  const file = readFileSync(path);
  const bytes = path.endsWith(".woff") ? fromWoff(file) : file;
  files.set(path, bytes);
  return bytes;
}

function hasGlyph(file: FontFile, codePoint: number): boolean {
  let font = opened.get(file.path);
  if (!font) {
    // A collection has several fonts; these files have one each.
    font = create(bytesOf(file)) as Font;
    opened.set(file.path, font);
  }
  try {
    return font.hasGlyphForCodePoint(codePoint);
  } catch {
    // One of the files has no table of characters.
    return false;
  }
}

const chosen = new Map<string, FontFile>();

/** What only changes how the character before it is drawn: joiners and variation selectors. */
const INVISIBLE = /[\u200c-\u200f\u2060]|[\ufe00-\ufe0f]/;

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

/** A character without the invisible parts that its font does not have. */
export function drawable(character: string, font: FontFile): string {
  if (!INVISIBLE.test(character)) return character;
  return [...character].filter((one) => !INVISIBLE.test(one) || hasGlyph(font, codePointOf(one))).join("");
}

/**
 * The font that draws a character as a reader sees it, which may be several code points. DejaVu Sans where it has them all, and
 * where no font has: its box says that something is there.
 */
export function fontOf(character: string, isBold: boolean): FontFile {
  const base = isBold ? BOLD : REGULAR;
  const key = `${base.name}:${character}`;
  const known = chosen.get(key);
  if (known) return known;
  const codePoints = [...character].filter((one) => !INVISIBLE.test(one)).map(codePointOf);
  const drawsAll = (font: FontFile) => codePoints.every((codePoint) => hasGlyph(font, codePoint));
  const first = codePoints[0] ?? 0;
  const found = drawsAll(base)
    ? base
    : allSlices()
        .filter(({ ranges }) => ranges.some(([from, to]) => from <= first && first <= to))
        .find(drawsAll);
  if (chosen.size > 20_000) chosen.clear();
  chosen.set(key, found ?? base);
  return found ?? base;
}
