import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PublicDocument, publicDocument } from "./public-document.ts";

const PACKAGES = join(import.meta.dirname, "..", "..", "node_modules", "@fontsource-variable");

/** The address names the package's version: it always answers the same. */
const SECONDS = 365 * 24 * 3600;

/** The fonts of the pages, by package and file: app/theme.css says for which characters a browser loads which. */
const FONTS = {
  inter: ["inter-latin-wght-normal", "inter-latin-ext-wght-normal"],
  "jetbrains-mono": ["jetbrains-mono-latin-wght-normal"],
};

/** Reads the fonts of the packages `@fontsource-variable/…`, by the paths that app/theme.css names. */
export function readFonts(): [path: string, document: PublicDocument][] {
  return Object.entries(FONTS).flatMap(([name, files]) => {
    const folder = join(PACKAGES, name);
    // A package of npm always has one.
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return files.map((file): [string, PublicDocument] => [
      `/fonts/${file}-${version}.woff2`,
      publicDocument("font/woff2", readFileSync(join(folder, "files", `${file}.woff2`)), SECONDS),
    ]);
  });
}
