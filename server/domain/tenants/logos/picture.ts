import {
  type Excess,
  excessOf,
  LONGEST_SIDE,
  MOST_PIXELS,
  type PictureHeader,
  readPictureHeader,
} from "../../../platform/pictures/header.ts";

/** The largest uploaded file, bytes. */
const MAX_LOGO_BYTES = 512 * 1024;

const FAULTS: Record<Excess, (header: PictureHeader) => string> = {
  NO_PIXELS: ({ width, height }) =>
    `must show something: its size is ${width} × ${height} pixels. Save the picture anew, some 400 pixels high, and choose that file`,
  PIXELS: ({ type, width, height }) =>
    `must have at most ${MOST_PIXELS[type] / 1e6} million pixels: its size is ${width} × ${height} pixels. 400 pixels in height are plenty`,
  SIDE: () =>
    `must be at most ${LONGEST_SIDE.toLocaleString("en")} pixels wide and high; 400 pixels in height are plenty`,
  SCANS: () => "cannot be drawn, because it has too many scans. Save it anew as PNG",
};

/** Why a file cannot be uploaded as a logo, null where nothing in its beginning says so: for the server, and for the page before it is sent. */
export function logoProblem(file: Uint8Array): string | null {
  if (file.length > MAX_LOGO_BYTES) return "must have at most 512 kB; 400 pixels in height are plenty";
  return pictureProblem(file);
}

/** Why a picture of any length cannot be drawn, null where nothing in its beginning says so. */
export function pictureProblem(file: Uint8Array): string | null {
  const header = readPictureHeader(file);
  if (header === null)
    return "must be a PNG or JPEG: mail programs and the PDF of an invoice show no other pictures, also no SVG";
  if (header.isOfInks)
    return "must be in the colours of screens: this JPEG is in those of print (CMYK). Save it as RGB";
  const excess = excessOf(header);
  return excess && FAULTS[excess](header);
}

/** Why a file that has no such problem cannot be drawn. */
export const UNDRAWABLE =
  "cannot be drawn: it is damaged, or shows nothing. Open it in a program for pictures, save it anew as PNG, and choose that file";
