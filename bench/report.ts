import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cell, type Part, readResults, type Table } from "./results.ts";

// node bench/report.ts    writes the tables of docs/performance.md anew, from bench/results.json.

const PAGE = join(import.meta.dirname, "..", "docs", "performance.md");

const results = await readResults();
if (!results) throw new Error("Nothing was measured yet: npm run bench");
let page = await readFile(PAGE, "utf8");
const { processor, cores, memoryGB, system, node } = results.machine;
page = put(page, "machine", `${processor}, ${cores} cores, ${memoryGB} GB, ${system}, Node ${node}.`);
for (const part of Object.values(results.parts))
  for (const table of part.tables)
    page = put(page, table.name, `${markdown(table)}\n\n${circumstances(part)}`);
await writeFile(PAGE, page);

/** The page with other text between <!-- name --> and <!-- /name -->. */
function put(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

function markdown({ columns, rows }: Table): string {
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    `|${isNumber.map((one) => (one ? "---:" : "---")).join("|")}|`,
    ...rows.map((row) => line(row.map(show))),
  ].join("\n");
}

function show(cell: Cell): string {
  return typeof cell === "number" ? cell.toLocaleString("en-GB") : (cell ?? "");
}

function circumstances({ at, loadBefore, settings }: Part): string {
  const values = Object.entries(settings).map(([name, value]) => `${name} ${show(value)}`);
  return `Measured ${at.slice(0, 10)}, load average ${loadBefore} when it began; ${values.join(", ")}.`;
}
