import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { bytesOf, drawable, type FontFile, fontOf } from "./fonts.ts";

// Text of any script on a PDF page. pdfkit shapes a run of one font; which font, where a line may break (Unicode Standard Annex
// 14) and in which order runs stand (Annex 9) is decided here.

const bidi = bidiFactory();
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A part of a text in one font and one direction. */
interface Run {
  text: string;
  font: FontFile;
}

export interface Style {
  size: number;
  isBold?: boolean;
  color: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  align?: "left" | "right";
}

/** The height of a line, and where in it letters stand, as parts of the letters' size. */
const LINE = 1.3;
const BASELINE = 0.98;

/**
 * Draws a text within a width, in as many lines as it needs; a right-to-left paragraph stands at the right. Lengths are points.
 * Returns the height that it took.
 */
export function drawText(page: PDFKit.PDFDocument, text: string, style: Style, box: Box): number {
  const { x, y, width, align = "left" } = box;
  const step = style.size * LINE;
  const lines = linesOf(page, text, style, width);
  page.fillColor(style.color);
  lines.forEach((line, index) => {
    const runs = visualRuns(line, style.isBold === true);
    const isRight = align === "right" || isRightToLeft(line);
    let left = isRight ? x + width - widthOf(page, line, style) : x;
    for (const run of runs) {
      select(page, run.font, style.size);
      page.text(run.text, left, y + index * step + style.size * BASELINE, WHOLE);
      left += page.widthOfString(run.text, WHOLE);
    }
  });
  return lines.length * step;
}

/** The height that drawText would take, in points. */
export function heightOf(page: PDFKit.PDFDocument, text: string, style: Style, width: number): number {
  return linesOf(page, text, style, width).length * style.size * LINE;
}

/** The width of a text on one line, in points. */
export function widthOf(page: PDFKit.PDFDocument, text: string, { size, isBold = false }: Style): number {
  let sum = 0;
  for (const run of fontRuns(text, isBold)) {
    select(page, run.font, size);
    sum += page.widthOfString(run.text, WHOLE);
  }
  return sum;
}

/** `features` makes pdfkit shape a run whole rather than word by word, which would turn the words of Arabic round. */
const WHOLE: PDFKit.Mixins.TextOptions = { lineBreak: false, baseline: "alphabetic", features: ["kern"] };

function select(page: PDFKit.PDFDocument, font: FontFile, size: number): void {
  page.registerFont(font.name, bytesOf(font));
  page.font(font.name).fontSize(size);
}

/** The lines of a text: at its own line breaks, and wherever Unicode allows one before the width ends. */
function linesOf(page: PDFKit.PDFDocument, text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const end = () => {
    lines.push(line.trimEnd());
    line = "";
    used = 0;
  };
  const add = (part: string, length: number) => {
    if (line !== "" && used + length > width) end();
    line += part;
    used += length;
  };
  for (const { part, isRequired } of partsOf(text)) {
    // A space at the end of a line needs no room.
    const length = widthOf(page, part.trimEnd(), style);
    // A part that is too long for a line, such as an address of a web page, is cut.
    if (length > width)
      for (const { segment } of characters.segment(part)) add(segment, widthOf(page, segment, style));
    else {
      add(part, length);
      used += widthOf(page, part.slice(part.trimEnd().length), style);
    }
    if (isRequired) end();
  }
  if (line !== "" || lines.length === 0) end();
  return lines;
}

/** The text between two places where a line may end; after some it must end. */
function* partsOf(text: string): Generator<{ part: string; isRequired: boolean }> {
  const breaker = new LineBreaker(text);
  let last = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const isRequired = found.required === true && found.position < text.length;
    yield { part: text.slice(last, found.position), isRequired };
    last = found.position;
  }
}

/** A line in runs of one font, in the order of reading. */
function fontRuns(text: string, isBold: boolean): Run[] {
  const runs: Run[] = [];
  for (const { segment } of characters.segment(text)) {
    const last = runs.at(-1);
    const font = fontOf(segment, isBold);
    const drawn = drawable(segment, font);
    if (last?.font === font) last.text += drawn;
    else runs.push({ text: drawn, font });
  }
  return runs;
}

/** A line in runs of one font and direction, from left to right as they stand on the page. */
function visualRuns(line: string, isBold: boolean): Run[] {
  const embedding = bidi.getEmbeddingLevels(line);
  const { levels } = embedding;
  const parts: { text: string; level: number }[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const level = levels[index] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) last.text += line[index];
    else parts.push({ text: line[index] ?? "", level });
  }
  return inVisualOrder(parts).flatMap(({ text, level }) => {
    if (level % 2 === 0) return fontRuns(text, isBold);
    return fontRuns(mirrored(text), isBold)
      .reverse()
      .map((run) => (RIGHT_TO_LEFT.test(run.text) ? run : { ...run, text: reversed(run.text) }));
  });
}

/** Letters by which a run is shaped from right to left; without one, such as a bracket and a space, we turn it round. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function reversed(text: string): string {
  return Array.from(characters.segment(text), ({ segment }) => segment)
    .reverse()
    .join("");
}

/** Rule L2: from the highest level to the lowest odd one, what is at that level or above is turned round. */
function inVisualOrder<T extends { level: number }>(parts: T[]): T[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}

/** Brackets and the like as they stand in text from right to left. */
function mirrored(text: string): string {
  return [...text].map((one) => bidi.getMirroredCharacter(one) ?? one).join("");
}

/** Whether a paragraph begins on the right: its first letter is of a script that is written from there (rules P2 and P3). */
function isRightToLeft(line: string): boolean {
  return ((bidi.getEmbeddingLevels(line).paragraphs[0]?.level ?? 0) & 1) === 1;
}
