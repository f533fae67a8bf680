import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { FieldValues } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CreateApplication } from "../../../server/domain/applications/create-application-schema.ts";
import { CreateWebhookEndpoint } from "../../../server/domain/webhooks/create-endpoint-schema.ts";
import { appRouter } from "../../../server/trpc/root.ts";
import { entitlementForm } from "../../(dashboard)/catalog/plans/[id]/typed-schema.ts";
import type { FormField } from "./field.ts";
import { WHOLE_FORM } from "./place-issues.ts";
import { resolverOf } from "./use-api-form.ts";

// _def.procedures is typed as any by tRPC; it holds the procedures by their dotted names.
const procedures = (appRouter._def as AnyTRPCRouter["_def"]).procedures as Record<string, AnyTRPCProcedure>;

const OPTIONS = { fields: {}, shouldUseNativeValidation: false };

/** The messages of a refused form by field; throws when the form takes the input. */
async function refusals(
  schema: z.ZodType,
  fields: FormField[],
  typed: Record<string, unknown>,
  fixed?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  // An operation's input is an object.
  const { errors } = await resolverOf(schema as z.ZodType<FieldValues, FieldValues>, fields, fixed)(
    typed,
    undefined,
    OPTIONS,
  );
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

describe("an issue inside a list", () => {
  const name = { name: "name", label: "Name" };

  it("is shown at the list's field, with the entry as it was typed", async () => {
    const scopes: FormField = { name: "scopes", label: "Rights", kind: "list" };
    const fixed = { kind: "SERVER" };
    expect(
      await refusals(CreateApplication, [name, scopes], { name: "App", scopes: "admin" }, fixed),
    ).toEqual({
      scopes: "“admin”: Choose one of: billing:admin.",
    });
    const origins: FormField = { name: "allowed_origins", label: "Origins", kind: "list" };
    const typed = { name: "App", allowed_origins: "https://a.example admin root" };
    expect(await refusals(CreateApplication, [name, origins], typed, fixed)).toEqual({
      allowed_origins:
        "“admin”: Write a whole address, such as https://example.com. “root”: Write a whole address, such as https://example.com.",
    });
  });

  it("does not list dozens of possible values", async () => {
    const fields: FormField[] = [
      { name: "url", label: "Address" },
      { name: "types", label: "Events", kind: "list" },
    ];
    const { types } = await refusals(CreateWebhookEndpoint, fields, {
      url: "https://a.example",
      types: "nonsense",
    });
    expect(types).toMatch(/^“nonsense”: This is not one of the \d+ possible values, such as /);
    expect(String(types).length).toBeLessThan(160);
  });
});

describe("an issue that no shown field takes", () => {
  it("is shown in the form's summary, with the label of its field or its own name in words", async () => {
    const schema = z.strictObject({ a: z.number(), b: z.object({ c: z.number() }) });
    const hidden: FormField = { name: "a", label: "First", isShown: () => false };
    expect(await refusals(schema, [hidden], { a: "1" }, { b: { c: "x" } })).toEqual({
      [WHOLE_FORM]: "First: Fill in this field. C: Write a number in digits, such as 25.",
    });
  });

  it("is shown in the form's summary when it is about the whole input", async () => {
    const schema = z.strictObject({ a: z.string() }).refine(() => false, "must be another pair");
    expect(await refusals(schema, [{ name: "a", label: "First" }], { a: "x" })).toEqual({
      [WHOLE_FORM]: "This must be another pair.",
    });
    expect(await refusals(schema, [{ name: "a", label: "First" }], { a: "x" }, { extra: 1 })).toEqual({
      [WHOLE_FORM]: "There is no field called extra.",
    });
  });
});

it("a tier that reaches too far is named at the tiers", async () => {
  const tiers: FormField = { name: "tiers_USD", label: "Tiers", kind: "tiers", currency: "USD" };
  const last = { up_to: "", unit_amount: "1.00", flat_amount: "" };
  const typed = { tiers_USD: [{ ...last, up_to: "1000" }, { ...last, up_to: "9".repeat(13) }, last] };
  expect(await refusals(entitlementForm([{ currency: "USD", interval: "MONTH" }]), [tiers], typed)).toEqual({
    tiers_USD: "Tier 2: This must be a decimal number at least 0, such as 0.25.",
  });
});

/** Inputs of a user: of other kinds, empty, and wrong within a list or an object. */
const TYPED = [null, "", "x", -1, 1e15, true, [], {}, ["", 1], [{}], [{ a: 1 }], { a: { b: [1] } }];

describe("every operation", () => {
  const schemas = Object.entries(procedures).flatMap(([operation, procedure]) =>
    (procedure._def.inputs as z.ZodType[]).flatMap((schema) =>
      schema instanceof z.ZodObject ? [{ operation, schema }] : [],
    ),
  );

  it.each([
    ["at its field, where the form has one", true],
    ["in the form's summary, where it has none", false],
  ])("has a message for each refused input %s", async (_, hasField) => {
    const silent: string[] = [];
    let refused = 0;
    for (const { operation, schema } of schemas)
      for (const field of Object.keys(schema.shape))
        for (const value of TYPED) {
          const input = { [field]: value };
          const issues = schema.safeParse(input).error?.issues ?? [];
          if (issues.length === 0) continue;
          refused += 1;
          const messages = hasField
            ? await refusals(schema, [{ name: field, label: field, kind: "json" }], {
                [field]: JSON.stringify(value),
              })
            : await refusals(schema, [], {}, input);
          const places = issues.map(({ path }) => (hasField && path[0] === field ? field : WHOLE_FORM));
          if (!places.every((place) => typeof messages[place] === "string" && messages[place] !== ""))
            silent.push(`${operation} ${field}: ${JSON.stringify(value)}`);
        }
    expect(refused).toBeGreaterThan(1_000);
    expect(silent).toEqual([]);
  });
});
