import { describe, expect, it } from "vitest";
import { ENTRY_TRANSITIONS as OF_ENTRIES } from "../domain/admission/waitlist/rules.ts";
import { SUBSCRIPTION_TRANSITIONS as OF_SUBSCRIPTIONS } from "../domain/billing/subscriptions/lifecycle.ts";
import { CATALOGUE } from "../errors/catalogue.ts";
import { omit } from "../platform/omit.ts";
import type { Rules } from "../platform/schema/operation.ts";
import { type Row, readInterfacePage, type Section } from "../testing/interface-page.ts";
import { createOpenApiDocument } from "./openapi.ts";
import { restProcedures } from "./rest-procedures.ts";
import { appRouter } from "./root.ts";

// Reads docs/interface.md and holds the OpenAPI document, and the rules behind it, to each row of its tables.

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Operation {
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

// What is made by our own generator has these shapes; a wrong one fails the tests below.
const document = createOpenApiDocument("https://usher.example") as unknown as {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Record<string, string>> };
};

const sections = readInterfacePage();
const inPart = (part: number) => sections.filter(({ number }) => number.startsWith(`${part}.`));
const resources = inPart(2);
const operations = inPart(4);

function sectionOf(number: string): Section {
  const section = sections.find((candidate) => candidate.number === number);
  if (!section) throw new Error(`The page has no section ${number}`);
  return section;
}

/** A table of a section by its first column's heading. A table without rows is none. */
function tableOf(number: string, first: string): Row[] {
  const rows = sectionOf(number).tables[first] ?? [];
  if (rows.length === 0) throw new Error(`${number} has no table of ${first}`);
  return rows;
}

function textIn(row: Row, column: string): string {
  const cell = row[column];
  if (!cell) throw new Error(`A row of ${Object.values(row)[0]?.text} has no column ${column}`);
  return cell.text;
}

/** A schema without its reference and its null alternative, and whether it had one. */
function opened(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (schema.$ref) return opened(component(schema.$ref.replace("#/components/schemas/", "")));
  if (schema.anyOf) {
    const rest = schema.anyOf.filter(({ type }) => type !== "null");
    const [only] = rest;
    const isNullable = rest.length < schema.anyOf.length;
    return only && rest.length === 1 ? { schema: opened(only).schema, isNullable } : { schema, isNullable };
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false };
  const types = schema.type.filter((type) => type !== "null");
  return { schema: { ...schema, type: types[0] ?? "null" }, isNullable: types.length < schema.type.length };
}

/** A component's output form stands under a name of its own where the input form differs. */
function component(name: string): Schema {
  const schema = document.components.schemas[name] ?? document.components.schemas[`${name}Output`];
  if (!schema) throw new Error(`The document has no ${name}`);
  return schema;
}

/** The field of an object by its path, such as `drivers[].steps`, and whether the object it is in requires it. */
function fieldAt(object: Schema, path: string): { given: Schema | undefined; isRequired: boolean } {
  const [first = "", ...rest] = path.split(".");
  const name = first.replace("[]", "");
  const { properties, required = [] } = opened(object).schema;
  const found = properties?.[name];
  const given = found && first.endsWith("[]") ? opened(found).schema.items : found;
  if (rest.length > 0 && given) return fieldAt(given, rest.join("."));
  return { given, isRequired: required.includes(name) };
}

const typesOf = (type: string) => (type === "number" ? ["number", "integer"] : [type]);

/** What a type of the page, such as `array of Entitlement summary`, is contradicted by in a schema. */
function typeFaults(where: string, schema: Schema, type: string): string[] {
  if (type === "any") return [];
  if (type.startsWith("array of ")) {
    if (schema.type !== "array" || !schema.items) return [`${where} is no array`];
    return typeFaults(`${where}[]`, opened(schema.items).schema, type.slice("array of ".length));
  }
  const resource = resources.find(({ title }) => title === type);
  if (resource) return fieldFaults(where, schema, tableOf(resource.number, "field"));
  const isMoment = schema.type === "string" && schema.format === "date-time";
  const fits =
    type === "date-time"
      ? isMoment
      : typesOf(type).includes(String(schema.type)) && !(isMoment && type === "string");
  return fits ? [] : [`${where} is ${schema.format ?? schema.type}, not ${type}`];
}

/** An enum must be the very values; a text without one must name them in its description. */
function valueFaults(where: string, schema: Schema, values: string[]): string[] {
  const known = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const has = known
    ? [...known.map(String)].sort().join() === [...values].sort().join()
    : values.every((value) => schema.description?.includes(value));
  return has ? [] : [`${where} has ${known?.join() ?? schema.description}, not ${values.join()}`];
}

/** In which ways an object of the document contradicts the rows of a table; the path of a field is each row's first cell. */
function fieldFaults(where: string, object: Schema, rows: Row[]): string[] {
  return rows.flatMap((row) => {
    const path = Object.values(row)[0]?.text ?? "";
    const name = `${where}: ${path}`;
    const { given, isRequired } = fieldAt(object, path);
    if (!given) return [`${name} is missing`];
    const { schema, isNullable } = opened(given);
    // A table of requests or errors says which fields are required; in an answer all are.
    const required = row.required ?? row.always;
    const type = textIn(row, "type");
    return [
      ...((required ? required.text === "yes" : true) === isRequired
        ? []
        : [`${name} required: ${isRequired}`]),
      ...(type === "any" || (row.null?.text === "yes") === isNullable ? [] : [`${name} null: ${isNullable}`]),
      ...typeFaults(name, schema, type),
      ...valueFaults(
        name,
        { ...schema, description: given.description ?? schema.description ?? "" },
        row.values?.codes ?? [],
      ),
    ];
  });
}

interface Described {
  method: string;
  path: string;
  row: Row;
  operation: Operation;
  rules: Rules;
}

/** An operation of part 4 by its section: what the page says, the document and the rules behind it. */
function described(number: string): Described {
  const [row] = tableOf(number, "request");
  if (!row) throw new Error(`${number} has no request`);
  const [method = "", path = ""] = textIn(row, "request").split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  const procedure = restProcedures(appRouter).find(
    ({ meta: { openapi } }) => openapi.path === path && openapi.method === method,
  );
  if (!operation || !procedure) throw new Error(`${number}: the document lacks ${method} ${path}`);
  return { method, path, row, operation, rules: procedure.meta.rules };
}

/** What an operation takes in a place, as one object: parameters of the path or the query, or the body. */
function takenIn({ operation }: Described, place: string): Schema {
  if (place === "body") return operation.requestBody?.content["application/json"]?.schema ?? {};
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  return {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

const PLACES = ["path", "query", "body"];

const CREDENTIALS: Record<string, Operation["security"]> = {
  "x-app-id": [{ AppIdentifier: [] }],
  "x-app-id and token": [{ AppIdentifier: [], JWT: [] }],
  "x-app-id or token": [{ AppIdentifier: [] }, { JWT: [] }],
};

/** Who may call an operation over REST, in the words of part 5. */
function callersOf({ security, isForBrowsers, isForEndUsers, isForMembers, role, scope }: Rules): string[] {
  const readsToken = security !== "app";
  return [
    "back end",
    ...(isForBrowsers && !readsToken ? ["web page"] : []),
    ...(isForEndUsers ? ["end user"] : []),
    ...(isForMembers && readsToken ? [role] : []),
    ...(scope ? [scope] : []),
  ];
}

const listed = (text: string) => text.split(", ");
/** The sections that a row is about. */
const named = (text: string) => (text === "all" ? operations.map(({ number }) => number) : listed(text));
const numberIn = (text: string) => (text === "" ? undefined : Number(text.replaceAll(",", "")));

describe("docs/interface.md", () => {
  it("has each resource and each operation under its number", () => {
    const numbers = (part: number, last: number) =>
      Array.from({ length: last }, (_, at) => `${part}.${at + 1}`);
    expect(resources.map(({ number }) => number)).toEqual(numbers(2, 11));
    expect(operations.map(({ number }) => number)).toEqual(numbers(4, 13));
  });

  it.each(resources.map((section) => [section.number, section.title, section] as const))(
    "%s %s: the document has it field by field",
    (number, _, { codes }) => {
      const [name = ""] = codes;
      expect(fieldFaults(number, component(name), tableOf(number, "field"))).toEqual([]);
    },
  );

  it.each(operations.map(({ number, title }) => [number, title] as const))(
    "%s %s: the document and the rules have its credentials, its callers and its status",
    (number) => {
      const { row, operation, rules } = described(number);
      expect(operation.security).toEqual(CREDENTIALS[textIn(row, "credentials")]);
      expect(listed(textIn(row, "who may call"))).toEqual(callersOf(rules));
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
      expect(successes).toEqual([textIn(row, "success")]);
    },
  );

  it.each(operations.map(({ number, title }) => [number, title] as const))(
    "%s %s: the document takes just these required fields, and the others",
    (number) => {
      const operation = described(number);
      const rows = tableOf(number, "takes");
      const faults = PLACES.flatMap((place) => {
        const taken = takenIn(operation, place);
        const here = rows.filter((row) => textIn(row, "in") === place);
        const names = here.map((row) => textIn(row, "takes"));
        const unsaid = (opened(taken).schema.required ?? []).filter((name) => !names.includes(name));
        return [
          ...unsaid.map((name) => `${number}: ${name} is required, and not on the page`),
          ...fieldFaults(number, taken, here),
        ];
      });
      expect(faults).toEqual([]);
      expect(rows.map((row) => textIn(row, "in")).filter((place) => !PLACES.includes(place))).toEqual([]);
    },
  );

  it.each(operations.map(({ number, title }) => [number, title] as const))(
    "%s %s: the document answers it field by field",
    (number) => {
      const { row, operation } = described(number);
      const answer = operation.responses[textIn(row, "success")]?.content?.["application/json"]?.schema;
      if (!answer) throw new Error(`${number} answers nothing`);
      const { schema } = opened(answer);
      const type = textIn(row, "answer");
      expect(
        type === "below"
          ? fieldFaults(number, schema, tableOf(number, "answers"))
          : typeFaults(number, schema, type),
      ).toEqual([]);
    },
  );

  it("1: the document has each operation under its tag", () => {
    const rows = tableOf("1", "tag").map(
      (row) => [textIn(row, "tag"), textIn(row, "operations here")] as const,
    );
    const tagged = rows.flatMap(([tag, text]) =>
      text.startsWith("none") ? [] : listed(text).map((number) => [number, [tag]] as const),
    );
    const inDocument = operations.map(({ number }) => [number, described(number).operation.tags] as const);
    expect(new Map(tagged)).toEqual(new Map(inDocument));
  });

  it("3: the code allows just these transitions", () => {
    const rows = tableOf("3", "resource");
    const of = (resource: string) =>
      Object.fromEntries(
        rows
          .filter((row) => textIn(row, "resource") === resource)
          .map((row) => [textIn(row, "state"), row["may become"]?.codes.sort()]),
      );
    const sorted = (transitions: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(transitions).map(([from, to]) => [from, [...to].sort()]));
    expect(of("Subscription")).toEqual(sorted(OF_SUBSCRIPTIONS));
    expect(of("Waitlist entry")).toEqual(sorted(OF_ENTRIES));
    expect(Object.keys(of("Pack")).sort()).toEqual(
      [...(component("PackSummary").properties?.status?.enum ?? [])].sort(),
    );
  });

  it("5: the document has the two schemes", () => {
    const { AppIdentifier: app = {}, JWT: jwt = {} } = document.components.securitySchemes;
    const stated = tableOf("5", "scheme").map((row) => [
      textIn(row, "scheme"),
      row.type?.codes,
      row["sent as"]?.codes[0],
    ]);
    expect(stated).toEqual([
      ["AppIdentifier", [app.type], app.in === "header" ? app.name : undefined],
      ["JWT", [jwt.type, jwt.scheme], "authorization: Bearer …"],
    ]);
    expect(jwt.bearerFormat).toBe("JWT");
  });

  it("7: the document has the error's body, and each refusal with its status", () => {
    const faults = tableOf("7", "operation").flatMap((row) => {
      const [status, code] = [textIn(row, "status"), textIn(row, "code")];
      const ofCode = Object.values(CATALOGUE).find((entry) => entry.code === code)?.status;
      const lacking = named(textIn(row, "operation")).filter(
        (number) => !described(number).operation.responses[status]?.description.includes(`${code} `),
      );
      return [
        ...(ofCode === Number(status) ? [] : [`${code} is ${ofCode}, not ${status}`]),
        ...lacking.map((number) => `${number} has no ${status} ${code}`),
      ];
    });
    const { properties = {}, ...error } = component("Error");
    // Its codes are all of the catalogue, which openapi.test.ts holds them against.
    const body = {
      ...error,
      properties: { ...properties, code: omit(properties.code ?? {}, "enum"), name: { type: "string" } },
    };
    expect([...fieldFaults("7", body, tableOf("7", "field")), ...faults]).toEqual([]);
  });

  it("8: the document has the limits", () => {
    const faults = tableOf("8", "operation").flatMap((row) => {
      const field = textIn(row, "field");
      const stated = ["least", "most", "default"].map((column) => numberIn(textIn(row, column)));
      return named(textIn(row, "operation")).flatMap((number) => {
        const operation = described(number);
        const given = PLACES.map((place) => fieldAt(takenIn(operation, place), field).given).find(Boolean);
        const schema = given && opened(given).schema;
        const least = schema?.minimum ?? schema?.minLength ?? schema?.minItems;
        const most = schema?.maximum ?? schema?.maxLength ?? schema?.maxItems;
        const found =
          field === "the body, in bytes"
            ? [undefined, operation.rules.bodyLimit, undefined]
            : [least, most, given?.default ?? schema?.default];
        return found.join() === stated.join()
          ? []
          : [`${number} ${field}: ${found.join()}, not ${stated.join()}`];
      });
    });
    expect(faults).toEqual([]);
  });

  it("9: the document has the version, and paths below /v1 alone", () => {
    const [version] = tableOf("9", "what").flatMap((row) =>
      textIn(row, "what").startsWith("info.version") ? (row.is?.codes ?? []) : [],
    );
    expect(document.info.version).toBe(version);
    expect(Object.keys(document.paths).filter((path) => !path.startsWith("/v1/"))).toEqual([]);
  });

  it("would be found wrong in each column", () => {
    const [row] = tableOf("2.1", "field").filter((candidate) => textIn(candidate, "field") === "status");
    const cell = (text: string) => ({ text, codes: [text] });
    for (const [column, text] of Object.entries({
      field: "state",
      type: "number",
      null: "yes",
      values: "ACTIVE",
    }))
      expect(
        fieldFaults("2.1", component("Subscription"), [{ ...row, [column]: cell(text) }]),
        column,
      ).toHaveLength(1);
    expect(fieldFaults("2.1", component("Subscription"), [{ ...row, required: cell("") }])).toHaveLength(1);
  });
});
