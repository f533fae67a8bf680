import { CATALOGUE } from "./catalogue.ts";

/** The area of the API that each first digit stands for, in the catalogue's order. */
const AREAS: Record<string, string> = {
  K1: "The request",
  K2: "Authentication and permission",
  K3: "Tenants, applications, users, customers",
  K4: "Waitlist and invitations",
  K5: "Catalog",
  K6: "Subscriptions and invoices",
  K7: "The payment provider",
  K8: "Entitlements and usage",
  K9: "The platform",
};

/** Statuses of temporary failures: the same request may succeed later. */
const TEMPORARY = [408, 429, 502, 503];

/** Every error of one area as a table of Markdown; a `|` would end a cell, so that it is escaped. */
function areaTable(area: string): string {
  const rows = Object.entries(CATALOGUE)
    .filter(([, { code }]) => code.startsWith(area))
    .sort(([, one], [, other]) => one.code.localeCompare(other.code))
    .map(([name, { code, status, message }]) => {
      const again = TEMPORARY.includes(status) ? "later" : "";
      return `| ${code} | ${name} | ${status} | ${message.replaceAll("|", "\\|")} | ${again} |`;
    });
  return ["| code | name | status | message | try again |", "|---|---|---|---|---|", ...rows].join("\n");
}

const [BEGIN, END] = ["<!-- errors -->", "<!-- /errors -->"];

/** The document with its tables generated from the catalogue, between `<!-- errors -->` and `<!-- /errors -->`. */
export function withErrorTables(markdown: string): string {
  const sections = Object.entries(AREAS).map(([area, title]) => `## ${area}: ${title}\n\n${areaTable(area)}`);
  const [before = "", rest = ""] = markdown.split(BEGIN);
  const [, behind = ""] = rest.split(END);
  return `${before}${BEGIN}\n${sections.join("\n\n")}\n${END}${behind}`;
}
