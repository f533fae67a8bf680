import type { AnyTRPCRouter } from "@trpc/server";
import type { OperationMeta, Rules, Security, Throttle } from "../platform/schema/operation.ts";
import { proceduresOf } from "../vendor/trpc-parts.ts";
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

/** Every operation with a route, with its rules, by path and method. */
export function namedOperations(appRouter: AnyTRPCRouter): (NamedOperation & { rules: Rules })[] {
  return restProcedures(appRouter)
    .map(({ name: dotted, meta: { openapi, rules } }) => {
      const [group = "", name = ""] = dotted.split(".");
      return { method: openapi.method, path: openapi.path, group, name, rules };
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

const CREDENTIALS: Record<Security, string> = {
  none: "none",
  app: "application",
  "app+jwt": "application and token",
  "app|jwt": "application or token",
};

/** Who may call an operation, beside the tenant's back end: the least role of a member, and who is not the tenant's own. */
function mayCall({ role, isForMembers, scope, ...isFor }: Rules): string {
  const others = [
    isFor.isForBrowsers && "browsers",
    isFor.isForEndUsers && "end users",
    isFor.isForPortal && "portal",
  ];
  return [isForMembers && role, scope && `scope ${scope}`, ...others].filter(Boolean).join(", ");
}

/**
 * The document with its tables generated from the routers: of the operations with who may call them, and of how often people may. As it is
 * in the repository, a change of an operation's rules is seen in its review.
 */
export function withTables(markdown: string, appRouter: AnyTRPCRouter): string {
  const operations = namedOperations(appRouter).map(
    ({ method, path, group, name, rules }) =>
      `| \`${method} ${path}\` | ${group} | \`${group}_${name}\` | ${CREDENTIALS[rules.security]} | ${mayCall(rules)} |`,
  );
  const inserted = {
    operations: [
      "| route | group | operationId | credentials | who, beside your back end |",
      "|---|---|---|---|---|",
      ...operations,
    ],
    throttles: ["| operation | how often |", "|---|---|", ...throttleRows(appRouter)],
  };
  return Object.entries(inserted).reduce(
    (text, [name, lines]) => withTable(text, name, lines.join("\n")),
    markdown,
  );
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function withTable(markdown: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before = "", rest = ""] = markdown.split(begin);
  const [, behind = ""] = rest.split(end);
  return `${before}${begin}\n${table}\n${end}${behind}`;
}

/** Operations with a throttle, those without a route by their name, and how often one person may call them. */
function throttleRows(appRouter: AnyTRPCRouter): string[] {
  return proceduresOf(appRouter)
    .flatMap(({ name, meta }) => {
      // The root router is made with OperationMeta as its meta type.
      const { openapi, rules } = meta as OperationMeta;
      const route = openapi ? `${openapi.method} ${openapi.path}` : `${name} (on our pages)`;
      return rules.throttle === null ? [] : [{ route, text: inWords(rules.throttle) }];
    })
    .sort((a, b) => (a.route < b.route ? -1 : 1))
    .map(({ route, text }) => `| \`${route}\` | ${text} |`);
}

const SPANS: Record<number, string> = { 60: "a minute", 600: "in ten minutes", 3600: "an hour" };

function inWords(throttle: Throttle): string {
  if ("requestLimits" in throttle) return `as all requests: ${throttle.requestLimits}`;
  const { points, seconds } = throttle;
  return `${points} ${SPANS[seconds] ?? `in ${seconds} seconds`}`;
}
