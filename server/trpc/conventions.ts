import type { AnyTRPCRouter } from "@trpc/server";
import { restProcedures } from "./rest-procedures.ts";

/** Routes whose path names a collection other than their group, with their group. */
const GROUP_OF_PATH: Record<string, string> = {
  "POST /v1/billing/cardprovider/subscriptions/headless": "subscriptions",
  "POST /v1/billing/cardprovider/setup-intent": "paymentMethods",
  "GET /v1/billing/cardprovider/card-form": "paymentMethods",
  "POST /v1/billing/cardprovider/portal-session": "portal",
  "POST /v1/billing/portal-sessions": "portal",
  "POST /v1/billing/invoices/{id}/credit-notes": "creditNotes",
  "POST /v1/billing/invoices/{id}/credit-notes/preview": "creditNotes",
  "POST /v1/billing/invoices/{id}/refunds": "refunds",
  "POST /v1/catalog/packs/{pack_id}/migrations": "packMigrations",
  "POST /v1/catalog/packs/{pack_id}/migrations/preview": "packMigrations",
};

/** The names of one REST operation. */
export interface NamedOperation {
  method: string;
  path: string;
  /** The group and its method: operationId is `<group>_<name>`, the client's method `<group>.<name>`. */
  group: string;
  name: string;
}

/** Every operation with a route, by path and method. */
export function namedOperations(appRouter: AnyTRPCRouter): NamedOperation[] {
  return restProcedures(appRouter)
    .map(({ name: dotted, meta: { openapi } }) => {
      const [group = "", name = ""] = dotted.split(".");
      return { method: openapi.method, path: openapi.path, group, name };
    })
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}

/** The group that a route's path names: its collection, without the `billing` or `catalog` before it. */
export function groupOfPath(method: string, path: string): string {
  const named = GROUP_OF_PATH[`${method} ${path}`];
  if (named) return named;
  const [first = "", second = ""] = path.replace("/v1/", "").split("/");
  const collection = ["billing", "catalog"].includes(first) ? second : first;
  if (collection === "cardprovider") return "cardProvider";
  return collection.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const [BEGIN, END] = ["<!-- operations -->", "<!-- /operations -->"];

/** The document with a table generated from the routers: replaces the text between `<!-- operations -->` and `<!-- /operations -->`. */
export function withOperationTable(markdown: string, appRouter: AnyTRPCRouter): string {
  const rows = namedOperations(appRouter).map(
    ({ method, path, group, name }) => `| \`${method} ${path}\` | ${group} | \`${group}_${name}\` |`,
  );
  const table = ["| route | group | operationId |", "|---|---|---|", ...rows].join("\n");
  const [before = "", rest = ""] = markdown.split(BEGIN);
  const [, behind = ""] = rest.split(END);
  return `${before}${BEGIN}\n${table}\n${END}${behind}`;
}
