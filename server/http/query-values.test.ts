// @module-tag ci
import { describe, expect } from "vitest";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { it } from "../testing/it.ts";
import { unique } from "../testing/world.ts";
import { createOpenApiDocument } from "../trpc/openapi.ts";

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: { type?: string; format?: string; pattern?: string; minimum?: number; enum?: string[] };
}

/** Texts that JavaScript's Number accepts, and that are no plain decimal numbers. */
const NO_NUMBERS = [
  "",
  " ",
  "\t",
  "0x10",
  "0b1",
  "1e3",
  "Infinity",
  "-Infinity",
  "NaN",
  "1_0",
  "+1",
  " 1",
  "1 ",
].concat(["1,5", "1.", ".5", "01", "1n", "١", "9".repeat(400), "null", "true"]);
const NO_BOOLEANS = ["", " ", "TRUE", "yes", "on", "1", "0", "null", "truefalse"];
const NO_MOMENTS = ["", " ", "0", "1700000000", "2026", "2026-01-01", "2026-13-01T00:00:00Z", "tomorrow"];

// Made from the OpenAPI document: a new parameter is covered automatically.
const parameters = Object.entries(
  createOpenApiDocument("https://usher.example").paths as Record<
    string,
    Record<string, { parameters?: Parameter[] }>
  >,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters: all = [] }]) =>
    all
      .filter(({ in: place }) => place === "query" || place === "path")
      .map((parameter) => ({ method: method.toUpperCase(), path, parameter, all })),
  ),
);
type Case = (typeof parameters)[number];

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

/** Something that the schema takes. */
function goodValue({ format, enum: choices, pattern }: Parameter["schema"]): string {
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  const candidates = choices ?? ["x", "2026-01"];
  return candidates.find((one) => pattern === undefined || new RegExp(pattern).test(one)) ?? "x";
}

/** Calls the operation with one value of one parameter as it is, and something good for all that it needs besides. */
function call({ method, path, parameter, all }: Case, ...values: string[]) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { in: place, name, required, schema } of all) {
    const good = goodValue(schema);
    if (place === "path")
      filled = filled.replace(
        `{${name}}`,
        encodeURIComponent(name === parameter.name ? (values[0] ?? "") : good),
      );
    else if (place === "query" && name === parameter.name)
      for (const value of values) query.append(name, value);
    else if (place === "query" && required) query.set(name, good);
  }
  return tenant.admin.send(method, `${filled}?${query}`);
}

const of = (type: string, format?: string) =>
  parameters
    .filter(({ parameter: { schema } }) =>
      format ? schema.format === format : (schema.type === "integer" ? "number" : schema.type) === type,
    )
    .map((one) => [`${one.method} ${one.path} ${one.parameter.name}`, one] as const);

describe.each([
  ["number", of("number"), NO_NUMBERS],
  ["boolean", of("boolean"), NO_BOOLEANS],
  ["date-time", of("string", "date-time"), NO_MOMENTS],
])("what is no %s", (_, cases, values) => {
  it.each(cases)("is refused by %s", async (_name, one) => {
    for (const value of values) {
      const reply = await call(one, value);
      expect([value, reply.status, reply.body.code]).toEqual([value, 400, "K1002"]);
      const paths: string[] = reply.body.issues.map(({ path }: { path: string }) => path);
      expect(new Set(paths)).toEqual(new Set([one.parameter.name]));
    }
  });
});

it.each(
  parameters
    .filter(({ parameter }) => parameter.in === "query")
    .map((one) => [`${one.method} ${one.path} ${one.parameter.name}`, one] as const),
)("a parameter that is there twice is refused: %s", async (_, one) => {
  for (const values of [
    ["1", "2"],
    ["1", "1"],
    ["", "1"],
  ]) {
    const reply = await call(one, ...values);
    expect([reply.status, reply.body.code, reply.body.issues?.[0]?.path]).toEqual([
      400,
      "K1008",
      one.parameter.name,
    ]);
  }
});

describe("the seats of a customer who has them all in use", () => {
  it("are not given out by a quantity that is no number", async () => {
    await aCatalog(tenant.scope, {
      features: { seats: { type: "METERED" } },
      plans: [{ slug: "team", entitlements: { seats: { limit: 25 } }, prices: [{ amount: 0 }] }],
      freePlan: "team",
    });
    const customer = unique("customer");
    await tenant.server.post("/v1/billing/usage", { customer, feature_key: "seats", quantity: 25 });
    const check = (more: string) =>
      tenant.server.get(`/v1/billing/entitlements/seats?customer=${customer}${more}`);
    expect((await check("")).body).toMatchObject({ allowed: false, used: 25 });
    expect((await check("&quantity=1")).body.allowed).toBe(false);
    expect((await check("&quantity=0")).body.allowed).toBe(true);
    for (const quantity of NO_NUMBERS) {
      const reply = await check(`&quantity=${encodeURIComponent(quantity)}`);
      expect([quantity, reply.status, reply.body.allowed]).toEqual([quantity, 400, undefined]);
    }
  });

  it.each(["0", "0.5", "25", "1000000", "0.000001"])("a plain number is taken: %s", async (quantity) => {
    const path = `/v1/billing/entitlements/seats?customer=${unique("customer")}&quantity=${quantity}`;
    expect((await tenant.server.get(path)).status).toBe(200);
  });
});
