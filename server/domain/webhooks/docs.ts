import { plannedWait } from "../../platform/backoff.ts";
import { listEventTypes } from "./catalogue.ts";
import { BACKOFF } from "./rules.ts";

/** Every type of event as a table of Markdown, for docs/webhooks.md. */
function eventTable(): string {
  const rows = listEventTypes().map(({ type, meaning, data }) => `| \`${type}\` | ${meaning} | ${data} |`);
  return ["| type | what happened | data |", "|---|---|---|", ...rows].join("\n");
}

/** When a delivery is tried, as a table of Markdown, for docs/webhooks.md. */
function retryTable(): string {
  const rows: string[] = [];
  let total = 0;
  for (let attempt = 1; attempt <= BACKOFF.attempts; attempt++) {
    const wait = attempt === 1 ? 0 : plannedWait(BACKOFF, attempt - 1);
    total += wait;
    rows.push(`| ${attempt} | ${attempt === 1 ? "at once" : span(wait)} | ${span(total)} |`);
  }
  return ["| try | after a wait of | since the event |", "|---|---|---|", ...rows].join("\n");
}

function span(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).slice(0, 2);
  return words.length === 0 ? "0 s" : words.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

const TABLES = { events: eventTable, retries: retryTable };

/** The document with its tables generated anew: the text between `<!-- name -->` and `<!-- /name -->`. */
export function withTables(markdown: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [before = "", rest = ""] = text.split(begin);
    const [, behind = ""] = rest.split(end);
    return `${before}${begin}\n${table()}\n${end}${behind}`;
  }, markdown);
}
