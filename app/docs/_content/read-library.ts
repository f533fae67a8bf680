import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { CONTENTS } from "./contents.ts";
import {
  type DocsLink,
  type DocsPage,
  type Library,
  OUTLINE_FILE,
  pageFile,
  SEARCH_FILE,
} from "./library.ts";
import { hrefOf } from "./links.ts";
import { readMarkdown } from "./markdown.ts";
import { SEARCH_OPTIONS, type SearchEntry } from "./search-options.ts";

/** Reads all files below the folder: parses them, colours their code and indexes their words. It takes seconds. */
export async function readLibrary(folder: string): Promise<Library & { names: string[] }> {
  const files = await readdir(folder, { recursive: true });
  const found = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .sort();
  const groups = inOrder(found);
  const pages = new Map<string, DocsPage>();
  for (const name of groups.flatMap((group) => group.names))
    pages.set(name, { name, href: hrefOf(name), ...(await readMarkdown(folder, name)) });
  return {
    names: [...pages.keys()],
    groups: groups.map(({ label, names: own }) => ({ label, links: own.map((name) => toLink(pages, name)) })),
    has: (name) => pages.has(name),
    async page(name) {
      const page = pages.get(name);
      if (!page) throw new RangeError(`There is no page ${name}.`);
      return page;
    },
    searchIndex: async () => JSON.stringify(indexOf([...pages.values()])),
  };
}

/** Writes what `openPrepared` reads: the library of one folder into another. */
export async function prepareLibrary(from: string, to: string): Promise<void> {
  const library = await readLibrary(from);
  const { groups, names } = library;
  await mkdir(to, { recursive: true });
  const write = (file: string, text: string) => writeFile(join(to, file), text);
  for (const name of names) await write(pageFile(name), JSON.stringify(await library.page(name)));
  await write(SEARCH_FILE, await library.searchIndex());
  await write(OUTLINE_FILE, JSON.stringify({ groups, names }));
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
