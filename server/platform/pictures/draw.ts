// Runs on a thread of its own: decodes the picture in workerData and sends it as a new PNG, or null when nothing of it can be seen.
import { parentPort, workerData } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import type { PictureHeader } from "./header.ts";
import type { Drawing } from "./redraw.ts";

type Size = Pick<PictureHeader, "width" | "height" | "orientation">;

interface Picture extends Size {
  bytes: Uint8Array;
  type: PictureHeader["type"];
}

/** The most by which one drawing makes smaller: past a half it would leave out pixels between those that it takes. */
const SMALLEST_STEP = 0.5;
/** How much smaller, where the file is too large. */
const BY_BYTES = 0.7;

function drawToFit({ bytes, header, fits }: Drawing): Uint8Array | null {
  let drawn = draw({ bytes, ...header }, stepOf(header, fits));
  while (drawn !== null) {
    const step = Math.min(stepOf(drawn, fits), drawn.bytes.length > fits.bytes ? BY_BYTES : 1);
    if (step === 1) return drawn.bytes;
    drawn = draw(drawn, step);
  }
  return null;
}

/** The factor by which the next drawing makes a picture smaller; 1: it fits. */
function stepOf(picture: Size, fits: Drawing["fits"]): number {
  const { width, height } = turned(picture);
  return Math.max(SMALLEST_STEP, Math.min(1, fits.width / width, fits.height / height));
}

const turned = ({ width, height, orientation }: Size) =>
  orientation < 5 ? { width, height } : { width: height, height: width };

/** How the pixels move for each orientation, as the matrix of SVG's transform. */
const TURNS: ((width: number, height: number) => number[])[] = [
  () => [1, 0, 0, 1, 0, 0],
  (width) => [-1, 0, 0, 1, width, 0],
  (width, height) => [-1, 0, 0, -1, width, height],
  (_, height) => [1, 0, 0, -1, 0, height],
  () => [0, 1, 1, 0, 0, 0],
  (_, height) => [0, 1, -1, 0, height, 0],
  (width, height) => [0, -1, -1, 0, height, width],
  (width) => [0, -1, 1, 0, 0, width],
];

/** Null where nothing is visible: what cannot be decoded is left blank. */
function draw(picture: Picture, scale: number): Picture | null {
  const { bytes, type, width, height, orientation } = picture;
  const whole = turned(picture);
  const size = {
    width: Math.max(1, Math.round(whole.width * scale)),
    height: Math.max(1, Math.round(whole.height * scale)),
  };
  const matrix = TURNS[orientation - 1]?.(width, height).join(" ");
  const data = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${whole.width} ${whole.height}" preserveAspectRatio="none"><image width="${width}" height="${height}" preserveAspectRatio="none" transform="matrix(${matrix})" href="${data}"/></svg>`;
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  if (!image.pixels.some((byte) => byte !== 0)) return null;
  return { bytes: image.asPng(), type: "image/png", ...size, orientation: 1 };
}

parentPort?.postMessage(drawToFit(workerData as Drawing));
