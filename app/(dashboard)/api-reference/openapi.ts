/** The parts of an OpenAPI 3.1 document that the reference shows. Ours is generated from the routers, so its shape is known. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Body {
  required?: boolean;
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

export interface Document {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations on one kind of object. */
export interface Group {
  name: string;
  title: string;
  endpoints: Endpoint[];
}

/** What belongs together: the groups of a few of the document's tags. */
export interface Area {
  title: string;
  groups: Group[];
}

/** The areas with their tags; a tag that is in none makes an area of its own. */
const AREAS: Record<string, string> = {
  Auth: "Letting people in",
  Waitlist: "Letting people in",
  Invitations: "Letting people in",
  Billing: "Billing",
  Pricing: "Catalog",
  Catalog: "Catalog",
  Applications: "Developers",
  Events: "Developers",
  Webhooks: "Developers",
  Audit: "Developers",
  "Test clocks": "Developers",
  Settings: "Settings and privacy",
  Privacy: "Settings and privacy",
};

/** What most back ends call comes first in its area. */
const FIRST = [
  "subscriptions",
  "checkout",
  "customers",
  "entitlements",
  "usage",
  "invoices",
  "products",
  "plans",
];

/** Operations by area, and within it by what they are about (the first half of their ids). */
export function areasOf({ tags, paths }: Document): Area[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const inOrder = tags.flatMap(({ name }) => all.filter(({ operation }) => operation.tags.includes(name)));
  const byArea = Object.groupBy(inOrder, ({ operation }) => areaOf(operation));
  return Object.entries(byArea).map(([title, own = []]) => ({ title, groups: groupsOf(own) }));
}

function areaOf({ tags: [tag = ""] }: Operation): string {
  return AREAS[tag] ?? tag;
}

function groupsOf(endpoints: Endpoint[]): Group[] {
  const byName = Object.groupBy(endpoints, ({ operation }) => operation.operationId.split("_")[0] ?? "");
  return Object.entries(byName)
    .map(([name, own = []]) => ({ name, title: titleOf(name), endpoints: own }))
    .toSorted((one, other) => rank(one) - rank(other));
}

function rank({ name }: Group): number {
  const place = FIRST.indexOf(name);
  return place < 0 ? FIRST.length : place;
}

/** What people call a group whose own name they would not know. */
const TITLES: Record<string, string> = {
  auth: "Sign-in and tokens",
  cardProvider: "Stripe account",
  copies: "Copies from Test to Live",
  invoiceNotices: "Notices about invoices",
  ledger: "Charges and credit",
  overrides: "Exceptions for a customer",
  packMigrations: "Moves to another version",
  packs: "Versions of plans",
  portal: "Customer portal",
  tenantGrants: "Access to other tenants",
  usage: "Usage",
};

function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return TITLES[name] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The schema that a reference points to, with its name in the document. */
export function resolve(
  document: Document,
  schema: Schema | undefined,
): { name: string | null; schema: Schema } {
  const name = schema?.$ref?.split("/").at(-1);
  if (name === undefined) return { name: null, schema: schema ?? {} };
  return { name, schema: document.components.schemas[name] ?? {} };
}

/** A type in a few words: string, Subscription, array of string, integer or null. */
export function typeOf(document: Document, schema: Schema | undefined): string {
  const { name, schema: own } = resolve(document, schema);
  if (name) return name;
  if (own.const !== undefined) return JSON.stringify(own.const);
  if (own.enum) return own.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = own.anyOf ?? own.oneOf ?? own.allOf;
  if (choices) return choices.map((choice) => typeOf(document, choice)).join(" or ");
  const [type, ...others] = Array.isArray(own.type) ? own.type : [own.type ?? "any"];
  const suffix = others.length > 0 ? ` or ${others.join(" or ")}` : "";
  if (type === "array") return `array of ${typeOf(document, own.items)}${suffix}`;
  return `${own.format ?? type}${suffix}`;
}

/** An example value: the required fields with their default, first enum value, or a value of their type. */
export function exampleOf(document: Document, schema: Schema | undefined, depth = 0): unknown {
  const { schema: own } = resolve(document, schema);
  if (own.default !== undefined) return own.default;
  if (own.const !== undefined) return own.const;
  if (own.enum) return own.enum[0];
  const choice = (own.anyOf ?? own.oneOf)?.[0];
  if (choice) return exampleOf(document, choice, depth);
  const type = Array.isArray(own.type) ? own.type[0] : own.type;
  if (type === "object" && depth < 4) {
    const required = own.required ?? [];
    const wanted = Object.entries(own.properties ?? {}).filter(([name]) => required.includes(name));
    return Object.fromEntries(wanted.map(([name, part]) => [name, exampleOf(document, part, depth + 1)]));
  }
  if (type === "array") return depth < 4 ? [exampleOf(document, own.items, depth + 1)] : [];
  if (type === "number" || type === "integer") return Math.max(own.minimum ?? 1, 1);
  if (type === "boolean") return true;
  return own.format === "date-time"
    ? new Date(0).toISOString()
    : own.format === "email"
      ? "ada@example.com"
      : "";
}
