import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Element, Root } from "hast";
import { toString as textOf } from "hast-util-to-string";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { highlight } from "./highlight.ts";
import { DOCS, siteLink } from "./links.ts";

/** A heading to jump to. */
export interface Heading {
  id: string;
  text: string;
  depth: 2 | 3;
}

/** What is found by searching: the text under one heading of a page. */
export interface Section {
  /** null: before the first heading. */
  id: string | null;
  heading: string;
  text: string;
}

export interface Markdown {
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  /** Everything but the title. */
  body: Root;
  headings: Heading[];
  sections: Section[];
}

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSlug);

/** Reads one file of the documentation into what a page shows. Throws when it has no title. */
export async function readMarkdown(folder: string, name: string): Promise<Markdown> {
  const source = await readFile(join(folder, `${name}.md`), "utf8");
  const body = await processor.run(processor.parse(source));
  const at = body.children.findIndex((node) => node.type === "element" && node.tagName === "h1");
  const [title] = at === -1 ? [] : body.children.splice(0, at + 1).slice(-1);
  if (title?.type !== "element") throw new Error(`docs/${name}.md begins without a title.`);
  const elements = body.children.filter((node) => node.type === "element");
  const summary = elements.find(({ tagName }) => tagName === "p");
  const markdown = {
    title: textOf(title),
    summary: summary ? textOf(summary).replaceAll("\n", " ") : "",
    body,
    headings: elements.flatMap(toHeading),
    sections: toSections(elements),
  };
  pointLinks(body, name);
  await Promise.all([placePictures(body, folder), colourCode(body)]);
  return markdown;
}

function toHeading(element: Element): Heading[] {
  const { tagName, properties } = element;
  if (tagName !== "h2" && tagName !== "h3") return [];
  return [{ id: String(properties.id), text: textOf(element), depth: tagName === "h2" ? 2 : 3 }];
}

function toSections(elements: Element[]): Section[] {
  const sections: Section[] = [{ id: null, heading: "", text: "" }];
  for (const element of elements) {
    const [heading] = toHeading(element);
    if (heading) sections.push({ id: heading.id, heading: heading.text, text: "" });
    const last = sections.at(-1);
    if (!heading && last) last.text += `${spacedText(element)}\n`;
  }
  return sections.filter(({ heading, text }) => heading !== "" || text.trim() !== "");
}

/** Text in which cells, items and lines stay apart. */
function spacedText(element: Element): string {
  const parts: string[] = [];
  visit(element, (node) => {
    if (node.type === "text") parts.push(node.value);
    else if (node.type === "element" && /^(td|th|li|p|tr)$/.test(node.tagName)) parts.push(" ");
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

/** Links between files become links between pages; what lies outside of the documentation keeps its words alone. */
function pointLinks(body: Root, name: string): void {
  visit(body, "element", (node) => {
    if (node.tagName === "a") {
      const href = siteLink(name, String(node.properties.href ?? ""));
      if (href === null) {
        node.tagName = "span";
        node.properties = {};
      } else node.properties.href = href;
    }
    if (node.tagName === "img") node.properties.src = siteLink(name, String(node.properties.src ?? "")) ?? "";
  });
}

/** Each picture with its size, so that nothing moves when it comes. */
async function placePictures(body: Root, folder: string): Promise<void> {
  const pictures: Element[] = [];
  visit(body, "element", (node) => {
    if (node.tagName === "img") pictures.push(node);
  });
  for (const picture of pictures) {
    const src = String(picture.properties.src);
    const file = join(folder, src.slice(`${DOCS}/files/`.length));
    Object.assign(picture.properties, sizeOf(await readFile(file)), { loading: "lazy", decoding: "async" });
  }
}

/** The size of a PNG (its header) or of an SVG (its viewBox), in pixels. */
function sizeOf(file: Buffer): { width: number; height: number } {
  const isPng = file.subarray(1, 4).toString("latin1") === "PNG";
  if (isPng) return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(file.toString("utf8")) ?? [];
  if (width === undefined || height === undefined)
    throw new Error("A picture has neither a PNG's header nor a viewBox.");
  return { width: Number(width), height: Number(height) };
}

async function colourCode(body: Root): Promise<void> {
  const blocks: { code: Element; language: string }[] = [];
  visit(body, "element", (node) => {
    const [code] = node.tagName === "pre" ? node.children : [];
    if (code?.type !== "element") return;
    const names = Array.isArray(code.properties.className) ? code.properties.className : [];
    const language = String(names[0] ?? "").replace(/^language-/, "");
    node.properties.dataLanguage = language;
    node.properties.dataCode = textOf(code).replace(/\n$/, "");
    blocks.push({ code, language });
  });
  for (const { code, language } of blocks)
    code.children = await highlight(textOf(code).replace(/\n$/, ""), language === "sh" ? "bash" : language);
}
