import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { SetUpOwner } from "../../../server/domain/members/set-up-owner-schema.ts";
import { wordsForIssue } from "../../../server/platform/schema/words-for-issue.ts";
import { appRouter } from "../../../server/trpc/root.ts";
import { identifierOf } from "./proposals.ts";
import { resolverOf } from "./use-api-form.ts";

// _def.procedures is typed as any by tRPC; it holds the procedures by their dotted names.
const procedures = (appRouter._def as AnyTRPCRouter["_def"]).procedures as Record<string, AnyTRPCProcedure>;

/** The validator's own messages, with type names that users of a form do not know. */
const VALIDATORS = /Invalid|expected|received|Too (?:small|big)|>=|<=|Unrecognized/;

/** Inputs of a user: empty, too small, too large, and of another kind. */
const TYPED = [undefined, null, "", "x", "é".repeat(5_000), -1, 1.5, 1e15, true, [], {}, ["", 1]];

it("no field of any operation is refused in a validator's words", () => {
  const said = new Map<string, string>();
  for (const [name, procedure] of Object.entries(procedures))
    for (const schema of procedure._def.inputs as z.ZodType[]) {
      if (!(schema instanceof z.ZodObject)) continue;
      for (const [field, part] of Object.entries(schema.shape as Record<string, z.ZodType>))
        for (const typed of TYPED)
          for (const { message } of part.safeParse(typed, { error: wordsForIssue }).error?.issues ?? [])
            said.set(message, `${name} ${field}`);
    }
  expect(said.has("Fill in this field.")).toBe(true);
  expect([...said].filter(([message]) => VALIDATORS.test(message))).toEqual([]);
});

it("a required field that is left empty says so", async () => {
  const fields = ["company", "slug", "email", "password"].map((name) => ({ name, label: name }));
  const judge = resolverOf(SetUpOwner.omit({ token: true }), fields);
  const { errors } = await judge({ company: "Contoso", slug: "", email: " ", password: "" }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(Object.entries(errors).map(([name, error]) => [name, error?.message])).toEqual([
    ["slug", "Fill in this field."],
    ["email", "Fill in this field."],
    ["password", "Fill in this field."],
  ]);
});

it.each([
  ["Northwind Signals", "-", "northwind-signals"],
  ["  API calls (v2) ", "_", "api_calls_v2"],
  ["Café Zürich", "-", "cafe-zurich"],
  ["会社", "-", ""],
  [`${"a".repeat(63)} b`, "-", "a".repeat(63)],
] as const)("from the name %j, joined by %j, follows %j", (name, sign, identifier) => {
  expect(identifierOf(name, sign)).toBe(identifier);
});

it("a slug and a password are refused in sentences of one style", async () => {
  const fields = ["company", "slug", "email", "password"].map((name) => ({ name, label: name }));
  const typed = { company: "Contoso", slug: "Contoso Ltd", email: "ada@example.com", password: "short" };
  const { errors } = await resolverOf(SetUpOwner.omit({ token: true }), fields)(typed, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(Object.entries(errors).map(([name, error]) => [name, error?.message])).toEqual([
    ["slug", "Write lower-case letters and digits joined by single hyphens, such as my-company."],
    ["password", "Write at least 8 characters."],
  ]);
});
