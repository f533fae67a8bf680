export type PictureType = "image/png" | "image/jpeg";

/** What a picture's beginning says of it. */
export interface PictureHeader {
  type: PictureType;
  /** Pixels, as they are stored: an orientation of 5 to 8 turns the picture on its side. */
  width: number;
  height: number;
  /** How it has to be turned, 1 to 8: Exif 2.3, tag 0x0112. 1: as it is stored. */
  orientation: number;
  /** How often a decoder goes through all pixels. */
  scans: number;
  /** Whether its colours are the inks of print (CMYK), which we cannot draw. */
  isOfInks: boolean;
}

/**
 * Reads what a PNG or JPEG says of itself, without decoding it: the work and the memory that decoding takes follow from that. Null for
 * everything else, and for one whose beginning is broken. Also for browsers.
 */
export function readPictureHeader(file: Uint8Array): PictureHeader | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    return readPng(view) ?? readJpeg(view);
  } catch (error) {
    // The file ends before what it announces.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What is decoded at all: some 30 MB of memory for either; a progressive JPEG takes 18 bytes a pixel. */
export const MOST_PIXELS = { "image/png": 2_500_000, "image/jpeg": 1_200_000 };
/** Each row takes a decoder some time of its own: four million rows of one pixel take five seconds. */
export const LONGEST_SIDE = 10_000;
/** Programs write some ten; thousands fit into a small file. */
const MOST_SCANS = 100;

/** Why a picture is not decoded: it has no pixels, or decoding takes more work or memory than we spend. */
export type Excess = "NO_PIXELS" | "PIXELS" | "SIDE" | "SCANS";

/** What is wrong with the picture's size or scans; null where it is decoded. */
export function excessOf({ type, width, height, scans }: PictureHeader): Excess | null {
  const pixels = width * height;
  if (pixels === 0) return "NO_PIXELS";
  if (pixels > MOST_PIXELS[type]) return "PIXELS";
  if (Math.max(width, height) > LONGEST_SIDE) return "SIDE";
  return scans > MOST_SCANS ? "SCANS" : null;
}

const PNG_SIGNATURE = [0x89504e47, 0x0d0a1a0a] as const;
const IHDR = [13, 0x49484452] as const;

/** The first chunk has the size: https://www.w3.org/TR/png-3/#11IHDR. */
function readPng(view: DataView): PictureHeader | null {
  const starts = [...PNG_SIGNATURE, ...IHDR];
  if (!starts.every((word, index) => view.getUint32(4 * index) === word)) return null;
  return {
    type: "image/png",
    width: view.getUint32(16),
    height: view.getUint32(20),
    orientation: 1,
    scans: 1,
    isOfInks: false,
  };
}

// Markers of ITU-T T.81, table B.1.
const START = 0xffd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
/** Start of frame; C4, C8 and CC are other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Within the data of a scan: a byte FF that stands for itself, and markers to restart at. */
const isOfData = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

function readJpeg(view: DataView): PictureHeader | null {
  if (view.getUint16(0) !== START) return null;
  let hasFrame = false;
  const header = {
    type: "image/jpeg" as const,
    width: 0,
    height: 0,
    orientation: 1,
    scans: 0,
    isOfInks: false,
  };
  for (let at = nextMarker(view, 2); at < view.byteLength; ) {
    const marker = view.getUint8(at);
    if (marker === END) break;
    const segment = at + 1;
    const length = view.getUint16(segment);
    if (isFrame(marker)) {
      hasFrame = true;
      header.height = view.getUint16(segment + 3);
      header.width = view.getUint16(segment + 5);
      header.isOfInks = view.getUint8(segment + 7) === 4;
    }
    if (marker === EXIF) header.orientation = orientationIn(view, segment + 2, length - 2);
    if (marker === SCAN) header.scans++;
    at = nextMarker(view, segment + length);
  }
  return hasFrame && header.scans > 0 ? header : null;
}

/** Where the code of the next marker is: past the data of a scan and past what fills up. The end of the file without one. */
function nextMarker(view: DataView, from: number): number {
  for (let at = from; at < view.byteLength - 1; at++) {
    const next = view.getUint8(at + 1);
    if (view.getUint8(at) === 0xff && next !== 0xff && !isOfData(next)) return at + 1;
  }
  return view.byteLength;
}

const EXIF_SIGNATURE = 0x45786966;
const ORIENTATION = 0x0112;

/** The orientation in the first directory of an Exif segment, which is a TIFF file; 1 without. */
function orientationIn(view: DataView, start: number, length: number): number {
  if (length < 14 || view.getUint32(start) !== EXIF_SIGNATURE) return 1;
  const tiff = new DataView(view.buffer, view.byteOffset + start + 6, length - 6);
  const isLittle = tiff.getUint16(0) === 0x4949;
  try {
    const directory = tiff.getUint32(4, isLittle);
    const count = tiff.getUint16(directory, isLittle);
    for (let nth = 0; nth < count; nth++) {
      const entry = directory + 2 + 12 * nth;
      if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue;
      const value = tiff.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    // A camera's data that is broken takes nothing from the picture.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
