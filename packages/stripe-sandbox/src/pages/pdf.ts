/** A line of text; amounts stand at the right. */
export interface PdfRow {
  text: string;
  amount?: string;
  isStrong?: boolean;
}

const PAGE = { width: 595, height: 842, margin: 56 };
const SIZE = 10;
const LEADING = 16;
const ROWS_A_PAGE = Math.floor((PAGE.height - 2 * PAGE.margin) / LEADING);
/** Every letter of Courier is this wide, in thousandths of its size: amounts align without a table of widths. */
const COURIER_WIDTH = 0.6;
const MAX_TEXT_LENGTH = 80;

/**
 * A PDF of plain rows in the fonts that every reader has, with the letters of Windows-1252; others become question marks.
 * The format: ISO 32000-1, 7.5.
 */
export function makePdf(title: string, rows: PdfRow[]): Buffer {
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / ROWS_A_PAGE)) }, (_, index) =>
    contentOf(rows.slice(index * ROWS_A_PAGE, (index + 1) * ROWS_A_PAGE)),
  );
  const first = 7;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`,
    fontOf("Helvetica"),
    fontOf("Helvetica-Bold"),
    fontOf("Courier"),
    `<< /Title <${hex(title)}> /Producer (Stripe sandbox) >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return assemble(objects);
}

/** The objects one after the other, and the table that says at which byte each begins. */
function assemble(objects: string[]): Buffer {
  let body = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>`;
  return Buffer.from(`${body}${table}${trailer}\nstartxref\n${body.length}\n%%EOF\n`, "latin1");
}

function fontOf(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function contentOf(rows: PdfRow[]): string {
  return rows
    .map(({ text, amount = "", isStrong = false }, index) => {
      const y = PAGE.height - PAGE.margin - (index + 1) * LEADING;
      const right = PAGE.width - PAGE.margin - amount.length * SIZE * COURIER_WIDTH;
      const left = show(isStrong ? "F2" : "F1", PAGE.margin, y, text.slice(0, MAX_TEXT_LENGTH));
      return amount === "" ? left : `${left}\n${show("F3", right, y, amount)}`;
    })
    .join("\n");
}

function show(font: string, x: number, y: number, text: string): string {
  return `BT /${font} ${SIZE} Tf ${x.toFixed(2)} ${y} Td <${hex(text)}> Tj ET`;
}

/** Signs that Windows-1252 has and Latin-1 lacks. */
const SIGNS = new Map([
  ["€", 0x80],
  ["–", 0x96],
  ["—", 0x97],
  ["•", 0x95],
  ["’", 0x92],
]);

function hex(text: string): string {
  const codes = Array.from(text, (letter) => {
    const code = SIGNS.get(letter) ?? letter.codePointAt(0) ?? 0;
    return code < 0x20 || code > 0xff ? 0x3f : code;
  });
  return Buffer.from(codes).toString("hex");
}
