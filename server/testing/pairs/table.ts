import { ACTS, actOf } from "./acts.ts";
import type { Life } from "./life.ts";
import type { Provider } from "./model.ts";

/** What the second act of each pair was answered, by provider, first and second act. */
export type Cells = Map<string, string>;

const keyOf = (provider: Provider, first: string, second: string) => `${provider}: ${first}, ${second}`;

export function cellsOf(lives: Life[]): Cells {
  const cells: Cells = new Map();
  for (const { plan, told } of lives) {
    const [first = "", second = ""] = plan.acts;
    const last = told.at(-1);
    if (!last || plan.acts.length !== 2) continue;
    const { isDone, code } = last.answer;
    const drops = last.replaced.map((what) => `drops ${what}`);
    cells.set(
      keyOf(plan.provider, first, second),
      isDone ? ["done", ...drops].join(", ") : (code ?? "refused"),
    );
  }
  return cells;
}

/** The page with these cells in its tables; cells that were not played stay as they are. Names of codes are read from docs/errors.md. */
export function withCells(page: string, errorsPage: string, cells: Cells): string {
  const all = new Map([...readCells(page), ...cells]);
  let text = between(page, "acts", actsTable());
  for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const)
    text = between(text, provider, pairsTable(provider, all));
  return between(text, "codes", codesTable(errorsPage, all));
}

function readCells(page: string): Cells {
  const cells: Cells = new Map();
  for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
    const [head, , ...rows] = (page.split(`<!-- ${provider} -->`)[1]?.split(`<!-- /${provider} -->`)[0] ?? "")
      .trim()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    for (const [first = "", ...values] of rows)
      for (const [index, value] of values.entries())
        if (value) cells.set(keyOf(provider, bare(first), head?.[index + 1] ?? ""), value);
  }
  return cells;
}

const bare = (name: string) => name.replaceAll("*", "");

function between(page: string, name: string, table: string): string {
  const [head = "", rest] = page.split(`<!-- ${name} -->`);
  const tail = rest?.split(`<!-- /${name} -->`)[1];
  if (tail === undefined) throw new Error(`docs/pairs.md has no place for ${name}.`);
  return `${head}<!-- ${name} -->\n${table}\n<!-- /${name} -->${tail}`;
}

const row = (cells: string[]) => `| ${cells.join(" | ")} |`;

function actsTable(): string {
  const rows = ACTS.map(({ name, text, only }) => row([name, text, only ? `\`${only}\` alone` : "both"]));
  return [row(["act", "what is sent", "provider"]), "|---|---|---|", ...rows].join("\n");
}

function pairsTable(provider: Provider, cells: Cells): string {
  const names = ACTS.filter(({ only }) => !only || only === provider).map(({ name }) => name);
  const columns = names.filter((name) => !actOf(name).passes);
  const rows = names.map((first) =>
    row([`**${first}**`, ...columns.map((second) => cells.get(keyOf(provider, first, second)) ?? "")]),
  );
  return [row(["first, then", ...columns]), `|${"---|".repeat(columns.length + 1)}`, ...rows].join("\n");
}

function codesTable(errorsPage: string, cells: Cells): string {
  const nameOf = (code: string) => new RegExp(`^\\| ${code} \\| (\\w+) `, "m").exec(errorsPage)?.[1] ?? "";
  const codes = [...new Set([...cells.values()].filter((cell) => /^K\d{4}$/.test(cell)))].toSorted();
  return [
    row(["code", "name"]),
    "|---|---|",
    ...codes.map((code) => row([code, `\`${nameOf(code)}\``])),
  ].join("\n");
}
