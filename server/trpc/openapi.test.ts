import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../errors/catalogue.ts";
import type { OpenApiDocument, OperationObject } from "../testing/conformance.ts";
import { type Field, type Fields, OPERATIONS, RESOURCES } from "../testing/interface-tables.ts";
import { createOpenApiDocument } from "./openapi.ts";

type Schema = Record<string, unknown> & {
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
};

// What is made by our own generator has these shapes; a wrong one fails the tests below.
const made = createOpenApiDocument("https://usher.example");
const document = made as unknown as OpenApiDocument & { info: { version: string }; openapi: string };
const components = document.components.schemas as Record<string, Schema>;

const FORMS = {
  app: [{ AppIdentifier: [] }],
  "app+jwt": [{ AppIdentifier: [], JWT: [] }],
  "app|jwt": [{ AppIdentifier: [] }, { JWT: [] }],
};

/** A schema without its null alternative, and whether it had one. */
function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (schema.anyOf) {
    const rest = schema.anyOf.filter((option) => option.type !== "null");
    const only = rest.length === 1 ? rest[0] : undefined;
    return { schema: only ?? { ...schema, anyOf: rest }, isNullable: rest.length < schema.anyOf.length };
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false };
  const types = schema.type.filter((type) => type !== "null");
  return { schema: { ...schema, type: types[0] ?? "null" }, isNullable: types.length < schema.type.length };
}

/** A component's output form may stand under its own name when the input form differs. */
function refersTo(schema: Schema | undefined, name: string): boolean {
  return [`#/components/schemas/${name}`, `#/components/schemas/${name}Output`].includes(schema?.$ref ?? "");
}

function holdField(name: string, given: Schema | undefined, field: Field): void {
  if (!given) throw new Error(`${name} is missing`);
  const { schema, isNullable } = withoutNull(given);
  expect(isNullable, `${name} nullable`).toBe(field.isNullable ?? false);
  const [kind, detail] = field.type.split(":");
  if (kind === "ref") {
    expect(refersTo(schema, detail ?? ""), `${name} is a ${detail}`).toBe(true);
    return;
  }
  if (kind === "const") {
    expect(schema.const ?? schema.enum?.[0], name).toBe(detail);
    return;
  }
  if (kind === "array") {
    expect(schema.type, name).toBe("array");
    if (detail === "string") expect(schema.items?.type, name).toBe("string");
    else expect(refersTo(schema.items, detail ?? ""), `${name} holds ${detail}`).toBe(true);
    return;
  }
  if (field.type === "date-time") expect(schema, name).toMatchObject({ type: "string", format: "date-time" });
  else if (field.type === "number") expect(["number", "integer"], name).toContain(schema.type);
  else expect(schema.type, name).toBe(field.type);
  if (field.values) expect([...(schema.enum ?? [])].sort(), name).toEqual([...field.values].sort());
}

function holdFields(where: string, schema: Schema, fields: Fields): void {
  for (const [name, field] of Object.entries(fields))
    holdField(`${where}.${name}`, schema.properties?.[name], field);
  expect(schema.required ?? [], `${where} required`).toEqual(expect.arrayContaining(Object.keys(fields)));
}

function component(name: string): Schema {
  const schema = components[name] ?? components[`${name}Output`];
  if (!schema) throw new Error(`The document has no ${name}`);
  return schema;
}

function resolve(schema: Schema): Schema {
  return schema.$ref ? component(schema.$ref.replace("#/components/schemas/", "")) : schema;
}

function operationAt(path: string, method: string): OperationObject {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`The document lacks ${method} ${path}`);
  return operation;
}

describe("the OpenAPI document against the interface", () => {
  it("is version 1.0.0 of an OpenAPI 3.1 document", () => {
    expect(document.info.version).toBe("1.0.0");
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it.each(Object.entries(RESOURCES))("has %s field by field", (name, fields) => {
    holdFields(name, component(name), fields);
  });

  it.each(OPERATIONS.map((operation) => [operation.section, operation] as const))(
    "has operation %s with path, status, security, fields",
    (_, expected) => {
      const operation = operationAt(expected.path, expected.method);
      expect(operation.security).toEqual(FORMS[expected.security]);
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
      expect(successes).toEqual([String(expected.status)]);

      const body = resolve((operation.requestBody?.content["application/json"]?.schema ?? {}) as Schema);
      const named = [...Object.keys(expected.body ?? {}), ...(expected.ours ?? [])];
      expect(Object.keys(body.properties ?? {}).sort()).toEqual(named.sort());
      const required = Object.entries(expected.body ?? {}).filter(([, isRequired]) => isRequired);
      expect([...(body.required ?? [])].sort()).toEqual(required.map(([name]) => name).sort());

      const query = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "query")
        .map(({ name }) => name);
      if (expected.query) expect(query.sort()).toEqual([...expected.query].sort());
      const inPath = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => name);
      expect(inPath).toEqual([...expected.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

      const answer = operation.responses[expected.status]?.content?.["application/json"]?.schema as Schema;
      if (typeof expected.answer !== "string")
        return holdFields(expected.section, resolve(answer), expected.answer);
      const [kind, name] = expected.answer.split(":");
      const schema = kind === "array" ? answer.items : answer;
      expect(refersTo(schema, name ?? ""), `${expected.section} answers ${expected.answer}`).toBe(true);
    },
  );

  it("states the limits of part 8", () => {
    const code = operationAt("/v1/invitations/code", "post").requestBody?.content["application/json"]
      ?.schema as Schema;
    expect(resolve(code).properties?.maxUses).toMatchObject({
      type: "integer",
      minimum: 1,
      maximum: 1000,
      default: 1,
    });
    const list = operationAt("/v1/waitlist", "get").parameters ?? [];
    expect(list.find(({ name }) => name === "limit")?.schema).toMatchObject({ type: "integer", minimum: 1 });
    expect(list.find(({ name }) => name === "offset")?.schema).toMatchObject({ type: "integer", minimum: 0 });
    expect(list.find(({ name }) => name === "status")?.schema.enum).toEqual([
      "PENDING",
      "INVITED",
      "REGISTERED",
      "REJECTED",
    ]);
  });

  it("documents x-app-id and the bearer token as the interface's two schemes", () => {
    expect(document.components).toMatchObject({
      securitySchemes: {
        AppIdentifier: { type: "apiKey", in: "header", name: "x-app-id" },
        JWT: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    });
  });

  it("answers every failure with the one error body, and names each code's words", () => {
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(operations)) {
        for (const [status, response] of Object.entries(operation.responses)) {
          if (status.startsWith("2")) continue;
          expect(response.content?.["application/json"]?.schema).toEqual({
            $ref: "#/components/schemas/Error",
          });
        }
      }
    }
    expect(components.Error?.properties?.name?.enum).toEqual(Object.keys(CATALOGUE));
    expect(components.Error?.properties?.code?.enum).toEqual(
      Object.values(CATALOGUE).map(({ code }) => code),
    );
  });

  it("names of every operation what the server may answer before and beside its work", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
    );
    const codes = {
      503: ["K9005", "K9011", "K9030", "K9032", "K9055", "K9056"],
      500: ["K9001"],
      429: ["K9002"],
    };
    for (const [status, expected] of Object.entries(codes)) {
      const lacking = operations.filter(({ responses }) => {
        const { description: said = "" } = (responses[status] ?? {}) as { description?: string };
        return expected.some((code) => !said.includes(`${code}: `));
      });
      expect(lacking.map(({ name }) => name)).toEqual([]);
    }
  });

  it("describes every field", () => {
    const bare = Object.entries(components).flatMap(([name, schema]) =>
      schema.type === "object" && !schema.properties && !schema.additionalProperties ? [name] : [],
    );
    expect(bare).toEqual([]);
  });

  it("lints clean with Redocly's recommended rules", { tags: ["long"] }, async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({
      source: JSON.stringify(made),
      absoluteRef: "openapi.json",
      config,
    });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});
