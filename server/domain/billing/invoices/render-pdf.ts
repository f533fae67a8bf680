import { createRequire } from "node:module";
import { Readable } from "node:stream";
import PDFDocument from "pdfkit";
import { formatMoney } from "../../../platform/money.ts";
import type { Letterhead } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

const require = createRequire(import.meta.url);
// A font with Latin, Greek, Cyrillic and all currency symbols; PDF's built-in fonts only cover western Europe.
const REGULAR = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const BOLD = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 842 - MARGIN;
const GREY = "#6b7280";
const INK = "#111827";

/** An invoice of ours as a PDF of A4 pages. */
export async function* renderPdf(invoice: LoadedInvoice, letterhead: Letterhead): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    info: { Title: `Invoice ${invoice.displayNumber ?? ""}`, Author: letterhead.brand },
  });
  document.registerFont("regular", REGULAR);
  document.registerFont("bold", BOLD);
  drawHead(document, invoice, letterhead);
  drawLines(document, invoice);
  drawTotals(document, invoice);
  drawPayment(document, letterhead);
  document.end();
  for await (const chunk of Readable.from(document)) yield chunk;
}

type Page = PDFKit.PDFDocument;

function drawHead(
  page: Page,
  invoice: LoadedInvoice,
  { brand, brandColor, seller, buyer }: Letterhead,
): void {
  page.rect(0, 0, 595, 8).fill(brandColor);
  page.font("bold").fontSize(20).fillColor(INK).text("Invoice", MARGIN, MARGIN);
  page
    .font("bold")
    .fontSize(11)
    .text(brand, MARGIN, MARGIN + 4, { width: WIDTH, align: "right" });
  const facts: [string, string][] = [
    ["Number", invoice.displayNumber ?? "draft"],
    ["Date", dateOf(invoice.issuedAt)],
    ["Due", dateOf(invoice.dueAt)],
    ["Period", `${dateOf(invoice.periodStart)} to ${dateOf(invoice.periodEnd)}`],
  ];
  let y = MARGIN + 40;
  for (const [label, value] of facts) {
    page.font("regular").fontSize(9).fillColor(GREY).text(label, MARGIN, y, { width: 70 });
    page.fillColor(INK).text(value, MARGIN + 70, y);
    y += 15;
  }
  y += 12;
  page
    .fillColor(GREY)
    .text("From", MARGIN, y)
    .text("To", MARGIN + WIDTH / 2, y);
  const column = { width: WIDTH / 2 - 16 };
  const height = Math.max(page.heightOfString(seller, column), page.heightOfString(buyer, column));
  page
    .fillColor(INK)
    .text(seller, MARGIN, y + 14, column)
    .text(buyer, MARGIN + WIDTH / 2, y + 14, column);
  page.x = MARGIN;
  page.y = y + height + 40;
}

function drawLines(page: Page, { lines, currency }: LoadedInvoice): void {
  const heading = () => {
    const y = page.y;
    page.font("bold").fontSize(9).fillColor(GREY);
    page.text("Description", MARGIN, y).text("Amount", MARGIN, y, { width: WIDTH, align: "right" });
    page
      .moveTo(MARGIN, y + 16)
      .lineTo(MARGIN + WIDTH, y + 16)
      .lineWidth(0.5)
      .strokeColor("#d1d5db")
      .stroke();
    page.y = y + 24;
  };
  heading();
  for (const { description, amount, periodStart, periodEnd } of lines) {
    const width = WIDTH - 120;
    page.font("regular").fontSize(9.5);
    const height = page.heightOfString(description, { width }) + 22;
    if (page.y + height > BOTTOM) {
      page.addPage();
      heading();
    }
    const y = page.y;
    page.fillColor(INK).text(description, MARGIN, y, { width });
    page.text(formatMoney(amount, currency), MARGIN, y, { width: WIDTH, align: "right" });
    const span = periodStart && periodEnd ? `${dateOf(periodStart)} to ${dateOf(periodEnd)}` : "";
    page
      .fontSize(8)
      .fillColor(GREY)
      .text(span, MARGIN, y + height - 20, { width });
    page.y = y + height;
  }
}

function drawTotals(page: Page, invoice: LoadedInvoice): void {
  const { currency, total, tax, creditNotes, amountDue, amountPaid, status } = invoice;
  const left = status === "VOID" ? 0n : amountDue - amountPaid;
  const rows: [string, bigint][] = [
    ...(tax === 0n ? [] : ([["Tax", tax]] as [string, bigint][])),
    ["Total", total],
    ...(creditNotes ? ([["Credit notes", -creditNotes]] as [string, bigint][]) : []),
    ["Paid", amountPaid],
    ["Amount due", left],
  ];
  if (page.y + rows.length * 18 + 20 > BOTTOM) page.addPage();
  let y = page.y + 12;
  for (const [label, amount] of rows) {
    const isLast = label === "Amount due";
    page
      .font(isLast ? "bold" : "regular")
      .fontSize(10)
      .fillColor(INK);
    page.text(label, MARGIN + WIDTH - 220, y).text(formatMoney(amount, currency), MARGIN, y, {
      width: WIDTH,
      align: "right",
    });
    y += 18;
  }
  if (status === "VOID")
    page
      .font("bold")
      .fontSize(12)
      .fillColor("#b91c1c")
      .text("VOID", MARGIN, y - 18);
  page.x = MARGIN;
  page.y = y + 16;
}

function drawPayment(page: Page, { payment }: Letterhead): void {
  if (payment === null) return;
  page.font("regular").fontSize(9);
  if (page.y + page.heightOfString(payment, { width: WIDTH }) + 20 > BOTTOM) page.addPage();
  page.fillColor(GREY).text("How to pay", MARGIN, page.y).moveDown(0.3);
  page.fillColor(INK).text(payment, { width: WIDTH });
}

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function dateOf(moment: Date | null): string {
  return moment ? DATE.format(moment) : "";
}
