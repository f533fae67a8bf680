import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cell, numeric, readResults, type Table } from "./results.ts";

// node bench/report.ts    writes the tables of docs/performance.md anew, from bench/results.json.

const PAGE = join(import.meta.dirname, "..", "docs", "performance.md");

const results = await readResults();
if (!results) throw new Error("Nothing was measured yet: npm run bench");
let page = await readFile(PAGE, "utf8");
const { processor, cores, memoryGB, system, node } = results.machine;
put("machine", `${processor}, ${cores} cores, ${memoryGB} GB, ${system}, Node ${node}.`);
for (const { at, loadBefore, settings, tables } of Object.values(results.parts)) {
  const values = Object.entries(settings).map(([name, value]) => `${name} ${show(value)}`);
  const measured = `Measured ${at.slice(0, 10)}, load average ${loadBefore} when it began; ${values.join(", ")}.`;
  for (const table of tables) put(table.name, `${markdown(table)}\n\n${measured}`);
}
await writeFile(PAGE, page);

/** Writes other text between <!-- name --> and <!-- /name -->. */
function put(name: string, content: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  page = `${page.slice(0, from + begin.length)}\n${content}\n${page.slice(to)}`;
}

function markdown({ columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = numeric({ columns, rows }).map((one) => (one ? "---:" : "---"));
  return [line(columns), `|${rule.join("|")}|`, ...rows.map((row) => line(row.map(show)))].join("\n");
}

function show(cell: Cell): string {
  return typeof cell === "number" ? cell.toLocaleString("en-GB") : (cell ?? "");
}
