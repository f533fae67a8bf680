import { readdir } from "node:fs/promises";
import MiniSearch from "minisearch";
import { pagesBridge } from "../../_lib/bridge.ts";
import { CONTENTS } from "./contents.ts";
import { hrefOf } from "./links.ts";
import { type Markdown, readMarkdown } from "./markdown.ts";
import { SEARCH_OPTIONS, type SearchEntry } from "./search-options.ts";

/** A page of the documentation. */
export interface DocsPage extends Markdown {
  name: string;
  href: string;
}

/** A page as it stands in the side bar. */
export interface DocsLink {
  href: string;
  label: string;
}

export interface DocsGroup {
  label: string;
  links: DocsLink[];
}

/** All of the documentation, in reading order. */
export interface Library {
  pages: Map<string, DocsPage>;
  groups: DocsGroup[];
  /** The index for searching, as it is sent to browsers. */
  searchIndex: string;
}

let kept: Promise<Library> | undefined;

/** The documentation, read once a process; in development anew each time, as somebody is writing it. */
export function openLibrary(): Promise<Library> {
  if (process.env.NODE_ENV === "development") return readLibrary(pagesBridge().docsFolder);
  kept ??= readLibrary(pagesBridge().docsFolder).catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}

/** Reads all files below the folder. */
async function readLibrary(folder: string): Promise<Library> {
  const files = await readdir(folder, { recursive: true });
  const names = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .sort();
  const groups = inOrder(names);
  const pages = new Map<string, DocsPage>();
  for (const name of groups.flatMap((group) => group.names))
    pages.set(name, { name, href: hrefOf(name), ...(await readMarkdown(folder, name)) });
  return {
    pages,
    groups: groups.map(({ label, names: own }) => ({ label, links: own.map((name) => toLink(pages, name)) })),
    searchIndex: JSON.stringify(indexOf([...pages.values()])),
  };
}

function toLink(pages: Map<string, DocsPage>, name: string): DocsLink {
  return { href: hrefOf(name), label: name === "README" ? "Overview" : (pages.get(name)?.title ?? name) };
}

/** Every name once: as the contents order them, the rest under "More". */
function inOrder(names: string[]): { label: string; names: string[] }[] {
  const named = new Set(CONTENTS.flatMap(({ pages }) => pages));
  const others = names.filter((name) => !named.has(name));
  const isIn = (name: string, folder: string | undefined) => folder !== undefined && name.startsWith(folder);
  const groups = CONTENTS.map(({ label, pages, folder }) => ({
    label,
    names: [...pages.filter((name) => names.includes(name)), ...others.filter((name) => isIn(name, folder))],
  }));
  const rest = others.filter((name) => !CONTENTS.some(({ folder }) => isIn(name, folder)));
  return [...groups, { label: "More", names: rest }].filter((group) => group.names.length > 0);
}

function indexOf(pages: DocsPage[]): MiniSearch<SearchEntry> {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  index.addAll(
    pages.flatMap(({ href, title, sections }) =>
      sections.map(({ id, heading, text }) => ({
        id: id === null ? href : `${href}#${id}`,
        title,
        heading,
        text,
        excerpt: text.slice(0, 160),
      })),
    ),
  );
  return index;
}
