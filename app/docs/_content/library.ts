import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Markdown } from "./markdown.ts";

/** A page of the documentation. */
export interface DocsPage extends Markdown {
  name: string;
  href: string;
}

/** A page's entry in the side bar. */
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
  groups: DocsGroup[];
  has(name: string): boolean;
  /** A page that the library has. */
  page(name: string): Promise<DocsPage>;
  /** The index for searching, as it is sent to browsers. */
  searchIndex(): Promise<string>;
}

/** What is read first: everything but the pages themselves. */
export interface Outline {
  groups: DocsGroup[];
  names: string[];
}

/** The files that `scripts/docs.ts` writes and `openPrepared` reads. */
export const OUTLINE_FILE = "outline.json";
export const SEARCH_FILE = "search.json";
export const pageFile = (name: string): string => `page-${name.replaceAll("/", "--")}.json`;

/**
 * The documentation as the build prepared it: parsed, coloured and indexed. Only what is asked for is read, and then kept. A
 * request that had to do that work itself took seconds and held up all others meanwhile.
 */
export async function openPrepared(folder: string): Promise<Library> {
  const read = (file: string) => readFile(join(folder, file), "utf8");
  // Our own build wrote these files.
  const { groups, names } = JSON.parse(await read(OUTLINE_FILE)) as Outline;
  const known = new Set(names);
  const pages = new Map<string, Promise<DocsPage>>();
  let index: Promise<string> | undefined;
  return {
    groups,
    has: (name) => known.has(name),
    page(name) {
      const page = pages.get(name) ?? read(pageFile(name)).then((text) => JSON.parse(text) as DocsPage);
      pages.set(name, page);
      return page;
    },
    searchIndex() {
      index ??= read(SEARCH_FILE);
      return index;
    },
  };
}
