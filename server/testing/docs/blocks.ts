import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

/** Languages that can run, by what is done with them. */
const KINDS: Record<string, "shell" | "program" | "markup"> = {
  bash: "shell",
  sh: "shell",
  ts: "program",
  js: "program",
  tsx: "markup",
  html: "markup",
};

/** A fenced block of code of a page. */
export interface Block {
  page: string;
  kind: "shell" | "program" | "markup";
  language: string;
  code: string;
}

/** Every block of the README and of docs/ in a language that can run, in the order of the pages. */
export async function readBlocks(): Promise<Block[]> {
  const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: ROOT })].sort();
  const blocks = await Promise.all(
    pages.map(async (page) => blocksOf(page, await readFile(join(ROOT, page), "utf8"))),
  );
  return blocks.flat();
}

function blocksOf(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, language = "", code = ""]) => {
    const kind = KINDS[language];
    return kind ? [{ page, kind, language, code }] : [];
  });
}
