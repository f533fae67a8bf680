import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CATALOGUE } from "../errors/catalogue.ts";
import type { OpenApiDocument } from "../testing/conformance.ts";
import { inputOf } from "../vendor/trpc-parts.ts";
import { createOpenApiDocument } from "./openapi.ts";
import { restProcedures } from "./rest-procedures.ts";
import { appRouter } from "./root.ts";

// What it has of docs/interface.md: interface.test.ts.

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}

// What is made by our own generator has these shapes; a wrong one fails the tests below.
const made = createOpenApiDocument("https://usher.example");
const document = made as unknown as OpenApiDocument & { openapi: string };

/** Fields that take one of the same few words wherever they are. */
const FIELDS_OF_WORDS = new Set([
  ...["interval", "reset_interval", "feature_type", "overage", "overage_behavior"],
  ...["limit_binding", "cap_binding", "actor_type"],
]);

const components = document.components.schemas as Record<string, Schema>;

/** Descriptions that are a list of words: "DAY, WEEK or MONTH." */
const ONE_OF = /^[A-Z][A-Z_]{2,}(?:, [A-Z_]{3,})* (?:or|and) [A-Z_]{3,}\b/;

interface Posted {
  requestBody: { content: Record<string, { schema: Schema }> };
}

type Field = [path: string, name: string, schema: Schema];

/** Every property and parameter of the document, by where it is. */
function propertiesIn(value: unknown, path: string): Field[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => propertiesIn(one, path));
  const { properties, name, schema } = value as { properties?: object; name?: unknown; schema?: Schema };
  const own = typeof properties === "object" ? Object.entries(properties) : [];
  return [
    ...own.map(([field, of]): Field => [`${path}.${field}`, field, of]),
    ...(typeof name === "string" && schema ? [[`${path}.${name}`, name, schema] as Field] : []),
    ...Object.entries(value).flatMap(([key, one]) =>
      key === "examples" || key === "example"
        ? []
        : propertiesIn(one, key === "schemas" ? "" : `${path}/${key}`),
    ),
  ];
}

const kindsOf = (field: Schema): Schema[] => [field, ...(field.anyOf ?? [])];
const wordsIn = (field: Schema) =>
  kindsOf(field).flatMap((one) => one.enum ?? ("const" in one ? [one.const] : []));
const isText = (field: Schema) =>
  kindsOf(field).some(({ type }) => type === "string" || type?.includes("string"));

describe("the OpenAPI document", () => {
  it("is an OpenAPI 3.1 document", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
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
        return expected.some((code) => !said.includes(`${code} `));
      });
      expect(lacking.map(({ name }) => name)).toEqual([]);
    }
  });

  it("lists the words of every field that takes one of a few, or answers one", () => {
    const fields = propertiesIn(made, "");
    const bare = fields.filter(([, name, field]) => {
      const isOfWords = FIELDS_OF_WORDS.has(name) || ONE_OF.test(field.description ?? "");
      return isOfWords && isText(field) && wordsIn(field).length === 0;
    });
    expect(fields.length).toBeGreaterThan(1_000);
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it("takes no unknown field in any body, and says so", () => {
    const taking = restProcedures(appRouter).filter(({ type, procedure }) => {
      const input = inputOf(procedure);
      return (
        type === "mutation" && input instanceof z.ZodObject && !(input.def.catchall instanceof z.ZodNever)
      );
    });
    expect(taking.map(({ name }) => name)).toEqual([]);
    // Of a schema with a refinement, too.
    const settle = document.paths["/v1/billing/ledger/settle-credit"]?.post as unknown as Posted;
    expect(settle.requestBody.content["application/json"]?.schema.additionalProperties).toBe(false);
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
