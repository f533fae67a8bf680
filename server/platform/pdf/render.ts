import { Readable } from "node:stream";
import PDFDocument from "pdfkit";
import { type OwnedFile, redraw } from "../pictures/redraw.ts";
import { drawText, heightOf, type Style, widthOf } from "./text.ts";

/** good: a calm green, where all is settled. warning: red, where the paper does not count as it stands. */
export interface Mark {
  word: string;
  tone: "good" | "warning";
}

/** What a paper for a customer says: an invoice, a receipt, a credit note. Texts are ready to be read. */
export interface Paper {
  /** "Invoice". */
  title: string;
  /** A word beside the title, such as "VOID"; null without. */
  mark: Mark | null;
  brand: string;
  brandColor: string;
  /** Any file: what is no picture that can be drawn (redraw) is left out. null, or left out: the brand's name stands in its place. */
  logo: OwnedFile | null;
  /** Number, date and the like. */
  facts: [label: string, value: string][];
  seller: string;
  buyer: string;
  lines: { description: string; note: string; amount: string }[];
  /** The last is set in bold. */
  totals: [label: string, amount: string][];
  /** How to pay, the reason of a credit note. */
  notes: { title: string; text: string }[];
}

const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 842 - MARGIN;
const AMOUNT_WIDTH = 120;
const GREY = "#6b7280";
const INK = "#111827";
const TONES = { good: "#15803d", warning: "#b91c1c" };
const SMALL: Style = { size: 9, color: INK };
const LABEL: Style = { size: 9, color: GREY };
const NOTE: Style = { size: 8, color: GREY };
const LINE: Style = { size: 9.5, color: INK };

/** A paper as a PDF of A4 pages. */
export async function* renderPdf(paper: Paper): AsyncGenerator<Uint8Array> {
  const Title = [paper.title, paper.facts[0]?.[1] ?? ""].join(" ").trim();
  const page = new PDFDocument({ size: "A4", margin: MARGIN, info: { Title, Author: paper.brand } });
  // Drawn anew: PDFKit inflates a PNG without a limit, and throws for a broken one where nobody can catch it.
  const logo = paper.logo && (await redraw(paper.logo));
  let y = drawHead(page, paper, logo);
  y = drawLines(page, paper, y);
  y = drawTotals(page, paper, y);
  drawNotes(page, paper, y);
  page.end();
  for await (const chunk of Readable.from(page)) yield chunk;
}

type Page = PDFKit.PDFDocument;

function drawHead(page: Page, paper: Paper, logo: Uint8Array | null): number {
  page.rect(0, 0, 595, 8).fill(paper.brandColor);
  const title = { size: 20, isBold: true, color: INK };
  drawText(page, paper.title, title, { x: MARGIN, y: MARGIN, width: WIDTH / 2 });
  if (paper.mark !== null) {
    const x = MARGIN + widthOf(page, paper.title, title) + 12;
    const { word, tone } = paper.mark;
    drawText(page, word, { size: 12, isBold: true, color: TONES[tone] }, { x, y: MARGIN + 8, width: 160 });
  }
  const right = { x: MARGIN + WIDTH / 2, width: WIDTH / 2, align: "right" } as const;
  if (!drawLogo(page, logo))
    drawText(page, paper.brand, { size: 11, isBold: true, color: INK }, { ...right, y: MARGIN + 4 });
  let y = MARGIN + 44;
  for (const [label, value] of paper.facts) {
    drawText(page, label, LABEL, { x: MARGIN, y, width: 70 });
    y += drawText(page, value, SMALL, { x: MARGIN + 70, y, width: WIDTH - 70 }) + 3;
  }
  y += 12;
  const column = WIDTH / 2 - 16;
  const sides = [
    { label: "From", text: paper.seller, x: MARGIN },
    { label: "To", text: paper.buyer, x: MARGIN + WIDTH / 2 },
  ];
  const heights = sides.map(({ label, text, x }) => {
    drawText(page, label, LABEL, { x, y, width: column });
    return drawText(page, text, SMALL, { x, y: y + 14, width: column });
  });
  return y + Math.max(...heights) + 40;
}

/** Whether there is a logo. */
function drawLogo(page: Page, logo: Uint8Array | null): boolean {
  if (logo === null) return false;
  const x = MARGIN + WIDTH - 160;
  page.image(Buffer.from(logo), x, MARGIN - 4, { fit: [160, 36], align: "right" });
  return true;
}

function drawLines(page: Page, { lines }: Paper, top: number): number {
  let y = drawHeading(page, top);
  const width = WIDTH - AMOUNT_WIDTH;
  for (const { description, note, amount } of lines) {
    const height = heightOf(page, description, LINE, width) + 20;
    if (y + height > BOTTOM) {
      page.addPage();
      y = drawHeading(page, MARGIN);
    }
    const used = drawText(page, description, LINE, { x: MARGIN, y, width });
    drawAmount(page, amount, LINE, y);
    drawText(page, note, NOTE, { x: MARGIN, y: y + used, width });
    y += height;
  }
  return y;
}

function drawHeading(page: Page, y: number): number {
  const style = { size: 9, isBold: true, color: GREY };
  drawText(page, "Description", style, { x: MARGIN, y, width: WIDTH / 2 });
  drawAmount(page, "Amount", style, y);
  page
    .moveTo(MARGIN, y + 16)
    .lineTo(MARGIN + WIDTH, y + 16)
    .lineWidth(0.5)
    .strokeColor("#d1d5db")
    .stroke();
  return y + 24;
}

function drawTotals(page: Page, { totals }: Paper, top: number): number {
  let y = top + 12;
  if (y + totals.length * 18 > BOTTOM) {
    page.addPage();
    y = MARGIN;
  }
  totals.forEach(([label, amount], index) => {
    const style = { size: 10, isBold: index === totals.length - 1, color: INK };
    drawText(page, label, style, { x: MARGIN + WIDTH - 240, y, width: 120 });
    drawAmount(page, amount, style, y);
    y += 18;
  });
  return y + 16;
}

function drawNotes(page: Page, { notes }: Paper, top: number): void {
  let y = top;
  for (const { title, text } of notes) {
    const height = heightOf(page, text, SMALL, WIDTH) + 18;
    if (y + height > BOTTOM) {
      page.addPage();
      y = MARGIN;
    }
    drawText(page, title, LABEL, { x: MARGIN, y, width: WIDTH });
    drawText(page, text, SMALL, { x: MARGIN, y: y + 15, width: WIDTH });
    y += height + 12;
  }
}

function drawAmount(page: Page, amount: string, style: Style, y: number): void {
  drawText(page, amount, style, { x: MARGIN + WIDTH - AMOUNT_WIDTH, y, width: AMOUNT_WIDTH, align: "right" });
}
