// node scripts/licences.mjs            writes docs/licences.md from the lockfile
// node scripts/licences.mjs --check    fails when that page is not up to date, or a licence does not go with AGPL-3.0-only
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(fileURLToPath(import.meta.url), "..", "..");
const PAGE = join(ROOT, "docs", "licences.md");

/** Licences whose works may be part of one under AGPL-3.0-only: https://www.gnu.org/licenses/license-list.html. */
const COMPATIBLE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Unlicense",
]);

const FONTS =
  "fonts under the SIL Open Font License, which may be bundled with any software; in PDF files only";

const PAGE_FONTS =
  "fonts under the SIL Open Font License, which may be bundled with any software; sent with pages";

/** Packages whose licence needs a word. */
const KNOWN = {
  "@embedpdf/fonts-sc": FONTS,
  "@fontsource-variable/inter": PAGE_FONTS,
  "@fontsource-variable/jetbrains-mono": PAGE_FONTS,
  "@fontsource/nanum-gothic": FONTS,
  "@fontsource/noto-emoji": FONTS,
  "@fontsource/noto-sans-devanagari": FONTS,
  "caniuse-lite":
    "data that the build reads; CC BY asks for the name of its source, which is this line: caniuse.com",
  "dejavu-fonts-ttf":
    "fonts under the Bitstream Vera and Arev licences; in PDF files and drawn pictures only, which the licences allow",
  "png-js": "MIT, from its file LICENSE",
  "seq-queue": "MIT, from its file LICENSE",
};

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const packages = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
  .map(([path, { version, license = "not stated" }]) => ({
    name: path.split("node_modules/").at(-1),
    version,
    licence: license.replaceAll(" and ", " AND ").replace(/^\((.*)\)$/, "$1"),
  }))
  .sort((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"));

const bad = packages.filter(({ name, licence }) => !(name in KNOWN) && !isCompatible(licence));
for (const { name, version, licence } of bad)
  process.stderr.write(
    `${name} ${version}: ${licence} does not go with AGPL-3.0-only, or is not known to scripts/licences.mjs.\n`,
  );
const page = toPage();
if (process.argv.includes("--check")) {
  const isCurrent = readFileSync(PAGE, "utf8") === page;
  if (!isCurrent)
    process.stderr.write("docs/licences.md is not up to date: run node scripts/licences.mjs.\n");
  process.exitCode = isCurrent && bad.length === 0 ? 0 : 1;
} else {
  writeFileSync(PAGE, page);
  process.exitCode = bad.length === 0 ? 0 : 1;
}

/** An SPDX expression without nested parentheses: one of the choices has to be compatible in all its parts. */
function isCompatible(licence) {
  return licence.split(" OR ").some((choice) => choice.split(" AND ").every((part) => COMPATIBLE.has(part)));
}

function toPage() {
  const groups = Map.groupBy(packages, ({ licence }) => licence);
  const rows = [...groups]
    .sort(([a, ones], [b, others]) => others.length - ones.length || a.localeCompare(b, "en"))
    .map(([licence, ones]) => `| ${licence} | ${ones.length} |`);
  const words = Object.entries(KNOWN)
    .filter(([name]) => packages.some((one) => one.name === name))
    .map(([name, word]) => `| ${name} | ${word} |`);
  const lines = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Licences

Usher is under AGPL-3.0-only. These are the packages that an installation has, with their licences as the lockfile tells them; packages for other platforms are among them. \`node scripts/licences.mjs\` writes this page, and \`npm test\` fails when it is not up to date or a licence does not go with AGPL-3.0-only.

| licence | packages |
|---|---|
${rows.join("\n")}

## Packages that need a word

| package | why it is in order |
|---|---|
${words.join("\n")}

## All packages

| package | version | licence |
|---|---|---|
${lines.join("\n")}
`;
}
