import type { AnyTRPCProcedure } from "@trpc/server";
import fc from "fast-check";
import { z } from "zod";
import { inputOf } from "../../vendor/trpc-parts.ts";
import {
  anything,
  DANGEROUS_NAMES,
  FORGED_CURSORS,
  naughtyNumber,
  naughtyText,
  ownObject,
} from "./values.ts";

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Values by the name of the field that takes them: ids of what is there. */
export type Known = Record<string, readonly unknown[]>;

/** The JSON schema of what an operation takes. */
export function inputSchema(procedure: AnyTRPCProcedure): JsonSchema {
  // The bridge allows zod objects alone.
  const parser = inputOf(procedure) as z.ZodType | undefined;
  return (parser ? z.toJSONSchema(parser, { io: "input", unrepresentable: "any" }) : {}) as JsonSchema;
}

/** What values are made from. */
interface Making {
  definitions: Record<string, JsonSchema>;
  known: Known;
  /** Whether values may lie outside their bounds. */
  isWild: boolean;
}

/** Inputs of an operation: right ones, nearly right ones, and ones with a field or two replaced by anything. */
export function inputsOf(schema: JsonSchema, known: Known): fc.Arbitrary<object> {
  const definitions = schema.$defs ?? {};
  const root = resolve(schema, definitions);
  const tame = objectOf(root, { definitions, known, isWild: false }, 0);
  const wild = objectOf(root, { definitions, known, isWild: true }, 0);
  const change = mutation(Object.keys(root.properties ?? {}));
  const spoilt = fc.tuple(tame, change).map(([input, mutate]) => mutate(input));
  return fc.oneof(
    { weight: 5, arbitrary: tame },
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: wild },
    { weight: 1, arbitrary: fc.tuple(spoilt, change).map(([input, mutate]) => mutate(input)) },
  );
}

type Mutation = (input: object) => object;

/** One change to an input: a field replaced, left out, added, or put deeper. */
function mutation(names: string[]): fc.Arbitrary<Mutation> {
  const field = names.length > 0 ? fc.constantFrom(...names) : fc.constant("x");
  const forged = fc.constantFrom(...FORGED_CURSORS);
  const cursor = names.includes("cursor") ? 6 : 0;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(field, anything).map(
        ([name, value]): Mutation =>
          (input) =>
            replaced(input, name, value),
      ),
    },
    {
      weight: 1,
      arbitrary: field.map(
        (name): Mutation =>
          (input) =>
            ownObject(Object.entries(input).filter(([key]) => key !== name)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...DANGEROUS_NAMES), anything).map(
        ([name, value]): Mutation =>
          (input) =>
            replaced(input, name, value),
      ),
    },
    { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0, max: 5 }), anything).map(deepMutation) },
    {
      weight: cursor,
      arbitrary: forged.map(
        (value): Mutation =>
          (input) =>
            replaced(input, "cursor", value),
      ),
    },
  );
}

/** Replaces something inside a field that has an inside: a list's first entry, or a field of the object that it is. */
function deepMutation([index, value]: [number, unknown]): Mutation {
  const within = (inner: object): object => {
    const keys = Object.keys(inner);
    return replaced(inner, keys[index % Math.max(keys.length, 1)] ?? "x", value);
  };
  return (input) => {
    const deep = Object.entries(input).filter(([, inner]) => typeof inner === "object" && inner !== null);
    const [name, inner] = deep[index % Math.max(deep.length, 1)] ?? [];
    if (name === undefined) return input;
    if (!Array.isArray(inner)) return replaced(input, name, within(inner));
    const [first, ...rest]: unknown[] = inner;
    const isObject = typeof first === "object" && first !== null && !Array.isArray(first);
    return replaced(input, name, [isObject ? within(first) : value, ...rest]);
  };
}

function replaced(input: object, name: string, value: unknown): object {
  return ownObject([...Object.entries(input).filter(([key]) => key !== name), [name, value]]);
}

function resolve(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const name = schema.$ref?.replace("#/$defs/", "");
  return name === undefined ? schema : resolve(definitions[name] ?? {}, definitions);
}

function objectOf(schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<object> {
  // A cursor comes from a page before, or from a forger.
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => name !== "cursor" || making.isWild,
  );
  const model = Object.fromEntries(
    properties.map(([name, property]) => [name, field(name, property, making, depth)]),
  );
  const required = new Set(schema.required ?? []);
  const requiredKeys = properties.map(([name]) => name).filter((name) => required.has(name));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function field(name: string, schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  const values = making.known[name];
  const byType = anyOf(schema, making, depth);
  return values && values.length > 0
    ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: byType })
    : byType;
}

function anyOf(given: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  const schema = resolve(given, making.definitions);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => anyOf(option, making, depth)));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any"];
  return fc.oneof(...types.map((type) => ofType(type, schema, making, depth)));
}

function ofType(type: string, schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return numberOf(type, schema, making.isWild);
  if (type === "string") return stringOf(schema, making.isWild);
  if (depth > 3) return fc.constant(type === "array" ? [] : {});
  if (type === "array")
    return fc.array(anyOf(schema.items ?? {}, making, depth + 1), {
      minLength: Math.min(schema.minItems ?? 0, 3),
      maxLength: 3,
    });
  if (type === "object" && schema.properties) return objectOf(schema, making, depth + 1);
  if (type === "object") return fc.dictionary(naughtyText, anything, { maxKeys: 4, noNullPrototype: true });
  return anything;
}

/** Numbers within the bounds and at them; wild ones past them, too. */
function numberOf(
  type: string,
  { minimum, maximum, exclusiveMinimum }: JsonSchema,
  isWild: boolean,
): fc.Arbitrary<number> {
  const low = Math.max(minimum ?? (exclusiveMinimum ?? -1) + 1, -(2 ** 53));
  const high = Math.min(maximum ?? 1_000_000, 2 ** 53);
  const edges = [minimum, maximum, 1, 10].filter(
    (edge): edge is number => edge !== undefined && edge >= low && edge <= high,
  );
  const parts = type === "number" && !isWild ? [0.5, 0.000001, 12.345678].filter((part) => part >= low) : [];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...edges, Math.max(low, Math.min(high, 2))) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: Math.ceil(low), max: Math.max(Math.ceil(low), Math.floor(high)) }),
    },
    ...(parts.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...parts) }] : []),
    ...(isWild ? [{ weight: 3, arbitrary: naughtyNumber }] : []),
  );
}

function stringOf(schema: JsonSchema, isWild: boolean): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  const usual = usualText(format, pattern, minLength, maxLength);
  return isWild ? fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: naughtyText }) : usual;
}

function usualText(
  format: string | undefined,
  pattern: string | undefined,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<string> {
  if (format === "email" || pattern?.includes("@"))
    return fc.oneof(
      fc.constantFrom("someone@example.com", `${"a".repeat(64)}@${"b".repeat(60)}.example`),
      fc.emailAddress(),
    );
  if (format === "date-time")
    return fc.constantFrom(
      "2040-01-01T00:00:00.000Z",
      "2020-02-29T23:59:59+14:00",
      "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z",
      "1969-12-31T23:59:59.999Z",
    );
  if (format === "date") return fc.constantFrom("2026-01-31", "0001-01-01", "9999-12-31");
  if (format === "uri" || format === "url")
    return fc.constantFrom("https://example.com/a?b=c", "https://example.com");
  if (pattern === "^[A-Z]{3}$") return fc.constantFrom("USD", "USD", "USD", "EUR", "JPY", "ZZZ");
  if (pattern !== undefined && isSimple(pattern)) return fc.stringMatching(new RegExp(pattern, "u"));
  const floor = Math.min(minLength, maxLength);
  const text = fc.string({
    unit: "grapheme-ascii",
    minLength: floor,
    maxLength: Math.min(maxLength, floor + 20),
  });
  const longest = Math.min(maxLength, 100_000);
  return fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.constant("x".repeat(longest)) },
    { weight: 1, arbitrary: fc.constant("\u{1f600}".repeat(Math.floor(longest / 2) || 1)) },
  );
}

/** Patterns that fast-check can write from: no look-around. */
function isSimple(pattern: string): boolean {
  return !/\(\?[=!<]|\\p|\\u/.test(pattern);
}
