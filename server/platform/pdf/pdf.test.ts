import { readFileSync } from "node:fs";
import { create, type Font, openSync } from "fontkit";
import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { bytesOf, fontOf } from "./fonts.ts";
import { type Paper, renderPdf } from "./render.ts";
import { drawText, heightOf } from "./text.ts";
import { fromWoff } from "./woff.ts";

const STYLE = { size: 10, color: "#000000" };
const WIDE = { x: 0, y: 0, width: 500 };

/** What is drawn for a text: from left to right, line by line, with the font of each part. */
function drawn(text: string, width = 500): { text: string; font: string; x: number; line: number }[] {
  const page = new PDFDocument();
  const parts: { text: string; font: string; x: number; line: number }[] = [];
  const fonts: string[] = [];
  const choose = page.font.bind(page) as (name: string) => typeof page;
  const write = page.text.bind(page) as typeof page.text;
  Object.assign(page, {
    font: (name: string) => {
      fonts.push(name);
      return choose(name);
    },
    text: (part: string, x: number, y: number, options: PDFKit.Mixins.TextOptions) => {
      parts.push({ text: part, font: fonts.at(-1) ?? "", x, line: Math.floor(y / (STYLE.size * 1.3)) });
      return write(part, x, y, options);
    },
  });
  drawText(page, text, STYLE, { ...WIDE, width });
  return parts;
}

const lines = (text: string, width: number) => {
  const parts = drawn(text, width);
  return [...new Set(parts.map(({ line }) => line))].map((line) =>
    parts.flatMap((part) => (part.line === line ? part.text : [])).join(""),
  );
};

describe("the font of a character", () => {
  it.each([
    ["Latin, Greek, Cyrillic, currencies", "aÜΩЖ€₹₩", "regular"],
    ["Arabic and Hebrew", "فاتورةשלום", "regular"],
    ["Devanagari", "हिन्दी", "noto-sans-devanagari"],
    ["Chinese", "北京市发票體", "noto-sans-sc"],
    ["Japanese", "東京サービスひらがな", "noto-sans-sc"],
    ["Korean", "주식회사한빛", "nanum-gothic"],
    ["emoji that DejaVu does not have", "🎉🚀🧾", "noto-emoji"],
  ])("%s", (_script, text, font) => {
    const characters = Array.from(new Intl.Segmenter("und").segment(text), ({ segment }) => segment);
    for (const character of characters) {
      const file = fontOf(character, false);
      expect(file.name.startsWith(font), `${character}: ${file.name}`).toBe(true);
      const glyph = create(bytesOf(file)) as Font;
      expect(glyph.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).toBe(true);
    }
  });

  it("is DejaVu's box where no font has it", () => expect(fontOf("\u{13000}", true).name).toBe("bold"));
});

it("a font in a WOFF file is the one that fontkit reads from it", () => {
  const { path: file } = fontOf("न", false);
  const [ours, theirs] = [create(fromWoff(readFileSync(file))) as Font, openSync(file) as Font];
  expect(ours.characterSet).toEqual(theirs.characterSet);
  expect(ours.numGlyphs).toBe(theirs.numGlyphs);
  const outline = (font: Font) => font.glyphForCodePoint("न".codePointAt(0) ?? 0).path.toSVG();
  expect(outline(ours)).toBe(outline(theirs));
});

describe("a text", () => {
  it("is broken at spaces, and within Chinese and long words", () => {
    expect(lines("one two three", 45)).toEqual(["one two", "three"]);
    expect(lines("东京都千代田区丸之内", 52).join("|")).toBe("东京都千代|田区丸之内");
    const long = lines("a".repeat(40), 60);
    expect(long.length).toBeGreaterThan(3);
    expect(long.join("")).toBe("a".repeat(40));
  });

  it("keeps its own line breaks, empty lines too, and takes the height that was said", () => {
    expect(lines("a\n\nb\r\nc", 100)).toEqual(["a", "b", "c"]);
    const page = new PDFDocument();
    expect(heightOf(page, "a\n\nb\r\nc", STYLE, 100)).toBeCloseTo(4 * 13);
    expect(drawText(page, "a\n\nb\r\nc", STYLE, { ...WIDE, width: 100 })).toBeCloseTo(4 * 13);
    expect(drawText(page, "", STYLE, WIDE)).toBeCloseTo(13);
  });

  it("from right to left stands at the right, its numbers and Latin words in their own direction", () => {
    const parts = drawn("شركة (Acme) 12");
    const byX = parts.toSorted((one, two) => one.x - two.x).map(({ text }) => text);
    // The last is shaped from right to left: its bracket stands before the letters.
    expect(byX).toEqual(["12", " (", "Acme", "شركة )"]);
    expect((parts.at(-1)?.x ?? 0) > 400).toBe(true);
  });

  it("of Latin letters with an Arabic name keeps its order", () => {
    const words = drawn("Paid by شركة النور today").toSorted((one, two) => one.x - two.x);
    expect(words.map(({ text }) => text.trim())).toEqual(["Paid by", "شركة النور", "today"]);
    expect(words[0]?.x).toBe(0);
  });
});

describe("a paper", () => {
  const paper: Paper = {
    title: "Invoice",
    mark: null,
    brand: "Acme",
    brandColor: "#4f46e5",
    logo: null,
    facts: [["Number", "INV-00001"]],
    seller: "Acme",
    buyer: "株式会社さくら\n🎉 ❤️ 👩‍💻",
    lines: [{ description: "Pro", note: "", amount: "€1.00" }],
    totals: [["Amount due", "€1.00"]],
    notes: [],
  };
  const render = async (changes: Partial<Paper>) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of renderPdf({ ...paper, ...changes })) chunks.push(chunk);
    return Buffer.concat(chunks).toString("latin1");
  };
  const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;

  it("has as many pages as its lines need", { tags: ["long"] }, async () => {
    expect(pagesOf(await render({}))).toBe(1);
    const lines = Array.from({ length: 60 }, (_, index) => ({
      description: `Line ${index} ${"word ".repeat(30)}`,
      note: "",
      amount: "€1.00",
    }));
    expect(pagesOf(await render({ lines, notes: [{ title: "How to pay", text: "IBAN\n".repeat(8) }] }))).toBe(
      6,
    );
  });

  it("shows a PNG as its logo, and the name where the file is no picture", async () => {
    const png = readFileSync("public/apple-touch-icon.png");
    expect(await render({ logo: { file: png, owner: "ten_1" } })).toContain("/Subtype /Image");
    expect(await render({ logo: { file: png.subarray(0, 60), owner: "ten_1" } })).not.toContain(
      "/Subtype /Image",
    );
  });
});
