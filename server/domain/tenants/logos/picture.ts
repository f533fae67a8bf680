/** The largest uploaded logo, bytes: mails load it each time they are opened. */
const MAX_LOGO_BYTES = 512 * 1024;

/** Drawing a PNG on an invoice decodes it. */
const MAX_PIXELS = 4_000_000;

export type PictureType = "image/png" | "image/jpeg";

/** What a picture is that invoices, mails and pages can show; null for anything else. It reads its beginning alone. */
export function pictureType(file: Uint8Array): PictureType | null {
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return "image/jpeg";
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return file.length >= 24 && signature.every((byte, index) => file[index] === byte) ? "image/png" : null;
}

/** Whether a picture can be drawn: a PNG's first chunk has its width and height (https://www.w3.org/TR/png-3/#11IHDR). */
export function isDrawable(file: Uint8Array): boolean {
  const type = pictureType(file);
  if (type !== "image/png") return type !== null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pixels = view.getUint32(16) * view.getUint32(20);
  return pixels > 0 && pixels <= MAX_PIXELS;
}

/** Why a file cannot be uploaded as a logo, null where it can: for the server, and for the page before it is sent. */
export function logoProblem(file: Uint8Array): string | null {
  if (file.length > MAX_LOGO_BYTES) return "must have at most 512 kB; 400 pixels in height are plenty";
  if (pictureType(file) === null)
    return "must be a PNG or JPEG: mail programs and the PDF of an invoice show no other pictures, also no SVG";
  return isDrawable(file) ? null : "must have at most 4 million pixels; 400 pixels in height are plenty";
}
