import { readFileSync } from "node:fs";
import { join } from "node:path";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { ROOT } from "./docs/blocks.ts";

// docs/interface.md as data: its tables, by the section that they stand in.

/** A cell as it is read, and the texts in it that are code. */
interface Cell {
  text: string;
  codes: string[];
}

/** A row's cells by the heading of their column. */
export type Row = Record<string, Cell>;

export interface Section {
  /** Such as "4.11", or "7" of a part that has no sections. */
  number: string;
  title: string;
  /** What stands outside of the tables and is code. */
  codes: string[];
  /** Its tables by the heading of their first column. */
  tables: Record<string, Row[]>;
}

/** As much of a node of Markdown as is read here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

const textOf = ({ value, children = [] }: Node): string => value ?? children.map(textOf).join("");

const codesOf = (node: Node): string[] =>
  node.type === "inlineCode" ? [node.value ?? ""] : (node.children ?? []).flatMap(codesOf);

function rowsOf({ children: [head, ...rows] = [] }: Node): { first: string; rows: Row[] } {
  const columns = (head?.children ?? []).map(textOf);
  const read = rows.map(({ children = [] }) =>
    Object.fromEntries(
      children.map((cell, index) => [columns[index] ?? "", { text: textOf(cell), codes: codesOf(cell) }]),
    ),
  );
  return { first: columns[0] ?? "", rows: read };
}

/** The sections of docs/interface.md that have a number, in its order. */
export function readInterfacePage(): Section[] {
  const page: Node = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(readFileSync(join(ROOT, "docs/interface.md"), "utf8"));
  const sections: Section[] = [];
  for (const node of page.children ?? []) {
    const section = sections.at(-1);
    if (node.type === "heading") {
      const [, number, title] = /^(\d+(?:\.\d+)?)\.? (.+)$/.exec(textOf(node)) ?? [];
      if (number && title) sections.push({ number, title, codes: [], tables: {} });
    } else if (node.type === "table" && section) {
      const { first, rows } = rowsOf(node);
      section.tables[first] = rows;
    } else section?.codes.push(...codesOf(node));
  }
  return sections;
}
