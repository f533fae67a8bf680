import { posix } from "node:path";

/** Where the documentation is served. */
export const DOCS = "/docs";

/** The address of a page by its name: `README` of a folder is the folder's own. */
export function hrefOf(name: string): string {
  const path = name.replace(/(^|\/)README$/, "");
  return path === "" ? DOCS : `${DOCS}/${path}`;
}

/** The name of the page under an address, by what follows `/docs/`. */
export function nameOf(slug: readonly string[], exists: (name: string) => boolean): string | null {
  const path = slug.join("/");
  const names = path === "" ? ["README"] : [path, `${path}/README`];
  return names.find((name) => !/(^|\/)README$/.test(path) && exists(name)) ?? null;
}

/**
 * Where a link of a Markdown file leads on the site, so that one and the same link works here and where the files are
 * read as they lie in the repository. null: to a file outside of docs/, which the site has not.
 */
export function siteLink(fromName: string, href: string): string | null {
  if (/^[a-z][a-z+.-]*:/i.test(href) || href.startsWith("#") || href.startsWith("/")) return href;
  const [path = "", fragment] = href.split("#", 2);
  const target = posix.normalize(posix.join(posix.dirname(fromName), path));
  if (target.startsWith("..")) return null;
  const behind = fragment === undefined ? "" : `#${fragment}`;
  if (target.endsWith(".md")) return hrefOf(target.slice(0, -".md".length)) + behind;
  return /\.\w+$/.test(target)
    ? `${DOCS}/files/${target}`
    : hrefOf(`${target.replace(/\/$/, "")}/README`) + behind;
}
