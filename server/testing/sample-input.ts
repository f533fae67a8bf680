import type { AnyTRPCProcedure } from "@trpc/server";
import { z } from "zod";
import { inputOf } from "../vendor/trpc-parts.ts";

/** Ids of objects, by what a field that ends in _id names. */
export interface OwnedIds {
  subscription: string;
  customer: string;
  product: string;
  plan: string;
  planPrice: string;
  pack: string;
  feature: string;
  application: string;
  tenant: string;
}

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
}

/**
 * An input that an operation's own schema takes, with the given ids wherever a field names an object. Required fields and
 * every field that names an object are filled.
 */
export function fieldsFor(procedure: AnyTRPCProcedure, template: string, method: string, ids: OwnedIds) {
  // The bridge allows zod objects alone.
  const parser = inputOf(procedure) as z.ZodType | undefined;
  const whole = (parser ? z.toJSONSchema(parser, { io: "input", unrepresentable: "any" }) : {}) as JsonSchema;
  // A schema with an id is one of the definitions, and the root refers to it.
  const schema = whole.$ref ? (whole.$defs?.[whole.$ref.replace("#/$defs/", "")] ?? whole) : whole;
  const fields: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const id = idFor(name, template, ids);
    if (id !== undefined) fields[name] = id;
    else if (schema.required?.includes(name)) fields[name] = sample(property);
  }
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const path = inPath.reduce(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(String(fields[name] ?? "x"))),
    template,
  );
  for (const name of inPath) delete fields[name];
  if (method === "GET" || method === "DELETE") {
    return {
      path,
      query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      body: undefined,
    };
  }
  return { path, query: {}, body: fields };
}

function idFor(name: string, template: string, ids: OwnedIds): string | undefined {
  const byName: Record<string, string> = {
    customer: ids.customer,
    subscription_id: ids.subscription,
    product_id: ids.product,
    plan_id: ids.plan,
    free_plan_id: ids.plan,
    plan_price_id: ids.planPrice,
    pack_id: ids.pack,
    from_pack_id: ids.pack,
    feature_id: ids.feature,
    application_id: ids.application,
    tenant_id: ids.tenant,
  };
  if (name === "id" && template.includes("/customers/")) return ids.customer;
  if (name === "id") return template.includes("/subscriptions/") ? ids.subscription : undefined;
  if (byName[name]) return byName[name];
  // An object of a kind that is not listed here: an id that no tenant has.
  return name.endsWith("_id") ? "none_01h455vb4pex5vsknk084sn02q" : undefined;
}

function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.anyOf ?? schema.oneOf)?.find((candidate) => candidate.type !== "null");
  if (option) return sample(option);
  const type = Array.isArray(schema.type)
    ? schema.type.find((candidate) => candidate !== "null")
    : schema.type;
  if (type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
  if (type === "object")
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]),
    );
  if (type === "number" || type === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (schema.format === "email") return "sample@example.com";
  if (schema.format === "date-time") return "2040-01-01T00:00:00.000Z";
  if (schema.pattern === "^[A-Z]{3}$") return "USD";
  return "sample".padEnd(schema.minLength ?? 0, "x");
}
