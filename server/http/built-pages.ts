import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type PublicDocument, publicDocument } from "./public-document.ts";
import type { RenderStaticPage } from "./static-page.ts";

const require = createRequire(import.meta.url);
const FOLDER = join(import.meta.dirname, "..", "..", "app", "_static", "built");
const PAGES = join(FOLDER, "pages.cjs");
/** The address names the content, which therefore never changes. */
const STYLESHEET_SECONDS = 365 * 24 * 3600;

export interface BuiltPages {
  render: RenderStaticPage;
  /** A hash of the pages' code: other code makes other pages from the same facts. */
  version: string;
  stylesheet: { path: string; document: PublicDocument };
}

/** Reads the pages without React and their stylesheet. Throws when they are not built (scripts/prepare.mjs). */
export function readBuiltPages(): BuiltPages {
  const styles = readFileSync(join(FOLDER, "pages.css"));
  return {
    // Loaded when a page is rendered first. app/_static/pages.tsx exports exactly this.
    render: (facts) => (require(PAGES) as { render: RenderStaticPage }).render(facts),
    version: hash(readFileSync(PAGES)),
    stylesheet: {
      path: `/styles/${hash(styles)}.css`,
      document: publicDocument("text/css; charset=utf-8", styles, STYLESHEET_SECONDS),
    },
  };
}

const hash = (content: Buffer) => createHash("sha256").update(content).digest("base64url").slice(0, 22);
