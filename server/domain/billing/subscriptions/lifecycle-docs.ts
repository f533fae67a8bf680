import { INVOICE_LIFECYCLE } from "../invoices/lifecycle.ts";
import { SUBSCRIPTION_LIFECYCLE } from "./lifecycle.ts";

// The pictures of both lifecycles in docs/, made from their tables.

interface Step {
  from: readonly string[];
  trigger: string;
  to: string;
  events: readonly string[];
  when: string;
}

const SUBSCRIPTIONS: Step[] = SUBSCRIPTION_LIFECYCLE.map(({ from, trigger, to, events, when }) => ({
  from,
  trigger,
  to,
  events,
  when,
}));
const INVOICES: Step[] = INVOICE_LIFECYCLE.map(({ event, ...step }) => ({ ...step, events: [event] }));

const NAMES: Record<string, string> = { NEW: "–" };
/** What only a person's mending does is in the list, not in the picture. */
const MENDED = "restore";

/** From state (rows) to state (columns), by which triggers. */
function picture(steps: Step[]): string {
  const drawn = steps.filter(({ to, trigger }) => to !== "SAME" && trigger !== MENDED);
  const columns = [...new Set(drawn.map(({ to }) => to))];
  const rows = [...new Set(["NEW", ...columns])].map((from) => {
    const cells = columns.map((to) => {
      const triggers = drawn.filter((step) => step.to === to && step.from.includes(from));
      return [...new Set(triggers.map(({ trigger }) => `\`${trigger}\``))].join(", ");
    });
    return `| **${NAMES[from] ?? from}** | ${cells.join(" | ")} |`;
  });
  return [`| from ↓ to → | ${columns.join(" | ")} |`, `|---|${"---|".repeat(columns.length)}`, ...rows].join(
    "\n",
  );
}

/** What each trigger means, where it leads, and the events that tell of it. */
function list(steps: Step[]): string {
  const rows = steps.map(({ from, trigger, to, events, when }) => {
    const told = events.map((event) => `\`${event}\``).join(", ");
    return `| \`${trigger}\` | ${namesOf(steps, from)} | ${to === "SAME" ? "" : to} | ${told} | ${when} |`;
  });
  return ["| trigger | from | to | events | when |", "|---|---|---|---|---|", ...rows].join("\n");
}

function namesOf(steps: Step[], from: readonly string[]): string {
  const all = new Set(steps.flatMap((step) => step.from).filter((state) => state !== "NEW"));
  const known = from.filter((state) => state !== "NEW");
  if (known.length === all.size) return "any";
  if (known.length === all.size - 1 && !known.includes("CANCELED") && all.has("CANCELED"))
    return "any but CANCELED";
  return from.map((state) => NAMES[state] ?? state).join(", ");
}

const TABLES = {
  "subscription-states": picture(SUBSCRIPTIONS),
  "subscription-steps": list(SUBSCRIPTIONS),
  "invoice-states": picture(INVOICES),
  "invoice-steps": list(INVOICES),
};

/** The files of docs/ that have such tables. */
export const LIFECYCLE_PAGES = ["changing-and-ending.md", "invoices.md"];

/** A page with its tables made anew: the text between `<!-- name -->` and `<!-- /name -->`. */
export function withLifecycles(markdown: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [before = "", rest] = text.split(begin);
    const [, behind = ""] = rest?.split(end) ?? [];
    return rest === undefined ? text : `${before}${begin}\n${table}\n${end}${behind}`;
  }, markdown);
}
