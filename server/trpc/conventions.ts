import type { AnyTRPCRouter } from "@trpc/server";
import { restProcedures } from "./rest-procedures.ts";

/** Routes whose path names another collection than the one that they act on, with the group that has them. */
const GROUP_OF_PATH: Record<string, string> = {
  "POST /v1/billing/cardprovider/subscriptions/headless": "subscriptions",
  "POST /v1/billing/cardprovider/setup-intent": "paymentMethods",
  "GET /v1/billing/cardprovider/card-form": "paymentMethods",
  "POST /v1/billing/cardprovider/portal-session": "portal",
  "POST /v1/billing/portal-sessions": "portal",
  "POST /v1/catalog/packs/{pack_id}/migrations": "packMigrations",
  "POST /v1/catalog/packs/{pack_id}/migrations/preview": "packMigrations",
};

/** One operation of the REST interface, by its names. */
export interface NamedOperation {
  method: string;
  path: string;
  /** The group's router and its method; operationId is both with an underscore between, the client's method both with a dot. */
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

/** The document with its table as the routers have it: the text between `<!-- operations -->` and `<!-- /operations -->`. */
export function withOperationTable(markdown: string, appRouter: AnyTRPCRouter): string {
  const rows = namedOperations(appRouter).map(
    ({ method, path, group, name }) => `| \`${method} ${path}\` | ${group} | \`${group}_${name}\` |`,
  );
  const table = ["| route | group | operationId |", "|---|---|---|", ...rows].join("\n");
  const [before = "", rest = ""] = markdown.split(BEGIN);
  const [, behind = ""] = rest.split(END);
  return `${before}${BEGIN}\n${table}\n${END}${behind}`;
}
