import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PublicDocument, publicDocument } from "./public-document.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "public");

/** Pictures change with a new version alone, and browsers ask for them on each page. */
const PICTURE_SECONDS = 24 * 3600;
const TEXT_SECONDS = 300;

/** Type and cache lifetime of each file of public/, by its path. */
const FILES: Record<string, [type: string, seconds: number]> = {
  "/favicon.ico": ["image/x-icon", PICTURE_SECONDS],
  "/icon.svg": ["image/svg+xml", PICTURE_SECONDS],
  "/icon.png": ["image/png", PICTURE_SECONDS],
  "/apple-touch-icon.png": ["image/png", PICTURE_SECONDS],
  "/og.png": ["image/png", PICTURE_SECONDS],
  "/embed.js": ["text/javascript; charset=utf-8", TEXT_SECONDS],
  "/pricing.js": ["text/javascript; charset=utf-8", TEXT_SECONDS],
  "/robots.txt": ["text/plain; charset=utf-8", TEXT_SECONDS],
};

/** Whether the path is that of a file of public/. */
export function isPublicFile(path: string): boolean {
  return Object.hasOwn(FILES, path);
}

/** Reads the files of public/. Throws when one is missing; `/embed.js` and `/pricing.js` are built (scripts/prepare.mjs). */
export function readPublicFiles(): [path: string, document: PublicDocument][] {
  return Object.entries(FILES).map(([path, [type, seconds]]) => [
    path,
    publicDocument(type, readFileSync(join(FOLDER, path)), seconds),
  ]);
}
