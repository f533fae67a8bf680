import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PayInvoice } from "../../../server/domain/billing/invoice-actions/record-payment-schema.ts";
import { CreatePlanPrice } from "../../../server/domain/catalog/prices/create-plan-price-schema.ts";
import { innermost, moneyRulesOf } from "../../../server/platform/schema/money.ts";
import { appRouter } from "../../../server/trpc/root.ts";
import { entitlementForm } from "../../(dashboard)/catalog/plans/[id]/typed-schema.ts";
import type { FormField } from "./field.ts";
import { moneyRulesAt, withMoneyFields } from "./money-fields.ts";
import { resolverOf } from "./use-api-form.ts";

// _def.procedures is typed as any by tRPC; it holds the procedures by their dotted names.
const procedures = (appRouter._def as AnyTRPCRouter["_def"]).procedures as Record<string, AnyTRPCProcedure>;

interface Leaf {
  name: string;
  schema: z.ZodType;
}

/** Every field of a schema, at every level, with its own name. */
function leavesOf(schema: z.ZodType, name = "", seen = new Set<z.ZodType>()): Leaf[] {
  const inner = innermost(schema);
  if (seen.has(inner)) return [];
  seen.add(inner);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, field]) => leavesOf(field as z.ZodType, key, seen));
  if (inner instanceof z.ZodArray) return leavesOf(inner.element as z.ZodType, name, seen);
  if (inner instanceof z.ZodUnion)
    return inner.options.flatMap((option) => leavesOf(option as z.ZodType, name, seen));
  return [{ name, schema: inner }];
}

const inputsOf = (procedure: AnyTRPCProcedure) => procedure._def.inputs as z.ZodType[];
const moneyOf = (procedure: AnyTRPCProcedure) =>
  inputsOf(procedure)
    .flatMap((input) => leavesOf(input))
    .filter(({ schema }) => moneyRulesOf(schema) !== null)
    .map(({ name }) => name);

const APP = resolve(import.meta.dirname, "../..");
const pages = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, source: readFileSync(join(APP, path), "utf8") }));

/** Pages that call an operation with money in its input, and the names of its money fields. */
const callers = pages.flatMap(({ path, source }) =>
  [...source.matchAll(/api\.([\w.]+)\.(?:mutate|query)\b/g)].flatMap(([, name = ""]) => {
    const procedure = procedures[name];
    const fields = procedure ? moneyOf(procedure) : [];
    return fields.length > 0 ? [{ page: path, operation: name, fields, source }] : [];
  }),
);

it("every amount that an operation takes is marked as money in its schema", () => {
  const SAYS_MONEY = /(?:^|_)(?:amount|price|fee|total|balance|cents)$/;
  const forgotten = Object.entries(procedures).flatMap(([operation, procedure]) =>
    inputsOf(procedure)
      .flatMap((input) => leavesOf(input))
      .filter(({ name, schema }) => {
        const isAmount = schema instanceof z.ZodNumber || schema instanceof z.ZodString;
        const saysSo = SAYS_MONEY.test(name) || /minor unit/.test(schema.description ?? "");
        return isAmount && saysSo && moneyRulesOf(schema) === null;
      })
      .map(({ name }) => `${operation}: ${name}`),
  );
  expect(forgotten).toEqual([]);
});

/** The page with the form whose amounts a page sends: most have their own. */
function formOf(page: string): (typeof pages)[number] {
  const path = page.replace("plans/[id]/use-plan-draft.ts", "plans/[id]/feature-row.tsx");
  const found = pages.find((one) => one.path === path);
  if (!found) throw new Error(`There is no page ${path}.`);
  return found;
}

describe("a page that sends money", () => {
  it("is one of these", () => {
    expect([...new Set(callers.map(({ page, operation }) => `${operation} from ${page}`))].sort()).toEqual([
      "creditNotes.create from (dashboard)/invoices/credit-note-action.tsx",
      "creditNotes.preview from (dashboard)/invoices/credit-note-action.tsx",
      "invoices.create from (dashboard)/invoices/new-invoice.tsx",
      "invoices.pay from (dashboard)/invoices/record-payment.tsx",
      "invoices.preview from (dashboard)/invoices/new-invoice.tsx",
      "ledger.settleCredit from (dashboard)/_charges/left-credit.tsx",
      "overrides.create from (dashboard)/customers/[id]/_parts/overrides-part.tsx",
      "packs.create from (dashboard)/catalog/plans/[id]/use-plan-draft.ts",
      "packs.setEntitlements from (dashboard)/catalog/plans/[id]/use-plan-draft.ts",
      "plans.preview from (dashboard)/catalog/packs/[id]/pack-page.tsx",
      "plans.preview from (dashboard)/catalog/plans/[id]/use-preview.ts",
      "plans.preview from (dashboard)/subscriptions/new/use-start-preview.ts",
      "prices.create from (dashboard)/catalog/plans/[id]/prices-section.tsx",
      "refunds.create from (dashboard)/invoices/refund-action.tsx",
      "subscriptions.addItem from (dashboard)/subscriptions/[id]/subscription-menu.tsx",
    ]);
  });

  it.each(callers)("$page has a form for $operation whose schema knows its money", async (caller) => {
    const { fields } = caller;
    // The preview of a saved version: no amount is typed.
    if (caller.operation === "plans.preview") return expect(caller.source).not.toContain("entitlements:");
    const { path, source } = formOf(caller.page);
    expect(source).toMatch(/<ActionDialog|<OpenAction|<InlineForm|useApiForm\(/);
    const lazy = [...source.matchAll(/import\("([^"]+schema\.ts)"\)\s*\)\s*\.(\w+)/g)];
    const early = [...source.matchAll(/import \{ ([^}]+) \} from "([^"]+schema\.ts)"/g)].flatMap(
      ([, names = "", from = ""]) => names.split(", ").map((name) => ["", from, name]),
    );
    const known = await Promise.all(
      [...lazy, ...early].map(async ([, from = "", name = ""]) => {
        const { [name]: schema } = await import(resolve(dirname(join(APP, path)), from));
        const isMade = typeof schema === "function";
        return (isMade ? schema([{ currency: "USD", interval: "MONTH" }]) : schema) as z.ZodType;
      }),
    );
    const marked = known
      .filter((schema) => schema instanceof z.ZodObject)
      .flatMap((schema) => Object.keys(schema.shape).filter((name) => moneyRulesAt(schema, name)))
      .map((name) => name.replace(/_USD$/, ""));
    const typed = fields.filter(
      (name) => !["unit_amount", "flat_amount"].includes(name) || source.includes(name),
    );
    expect(marked).toEqual(expect.arrayContaining(typed));
  });
});

describe("a form makes a field of money by itself", () => {
  const amount: FormField = { name: "amount", label: "Amount", kind: "number", currency: "USD" };

  it("where the schema takes minor units, however the field was declared", () => {
    const [field] = withMoneyFields(CreatePlanPrice, [amount]);
    expect(field).toMatchObject({ kind: "money", rules: { finest: 0, least: 0 } });
    const form = entitlementForm([
      { currency: "USD", interval: "MONTH" },
      { currency: "EUR", interval: "MONTH" },
    ]);
    const names = ["unit_amount_EUR", "overage_cap_amount_USD", "driver_step_amount_USD"];
    const [unit, ...rest] = withMoneyFields(
      form,
      names.map((name) => ({ name, label: name, currency: name.slice(-3) })),
    );
    expect(unit).toMatchObject({ kind: "money", rules: { finest: 12 } });
    expect(rest.map(({ kind, rules }) => [kind, rules?.finest])).toEqual([
      ["money", 0],
      ["money", 0],
    ]);
  });

  it("and does not open where the currency is not said, or where the schema knows of no money", () => {
    expect(() => withMoneyFields(CreatePlanPrice, [{ name: "amount", label: "Amount" }])).toThrow("currency");
    expect(() =>
      withMoneyFields(CreatePlanPrice, [{ ...amount, name: "trial_days", kind: "money" }]),
    ).toThrow("trial_days");
  });
});

describe("what is sent", () => {
  const price: FormField[] = [
    { name: "amount", label: "Amount", currency: { from: "currency" } },
    { name: "currency", label: "Currency", kind: "currency" },
  ];
  const submit = async (typed: Record<string, string>) => {
    const fields = withMoneyFields(CreatePlanPrice, price);
    const resolver = resolverOf(CreatePlanPrice, fields, { plan_id: "plan_1", interval: "MONTH" });
    const { values, errors } = await resolver(typed, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return Object.keys(errors).length > 0 ? errors.amount?.message : (values as { amount: number }).amount;
  };

  it.each([
    [{ amount: "49.00", currency: "USD" }, 4900],
    [{ amount: "49,00", currency: "usd" }, 4900],
    [{ amount: "4,900", currency: "JPY" }, 4900],
    [{ amount: "49.050", currency: "KWD" }, 49_050],
    [{ amount: "49.005", currency: "KWD" }, "Amounts in KWD have at most 2 decimal places."],
    [{ amount: "49.50", currency: "JPY" }, "Amounts in JPY have no decimals. Write a whole number."],
    [{ amount: "49.999", currency: "USD" }, "Amounts in USD have at most 2 decimal places."],
    [{ amount: "-1", currency: "USD" }, "The amount cannot be below zero."],
    [{ amount: "20,000,000,000", currency: "USD" }, "The most is $10,000,000,000.00."],
    [{ amount: "", currency: "USD" }, "Write an amount."],
  ])("of %j is %j", async (typed, expected) => {
    expect(await submit(typed)).toBe(expected);
  });

  it("of a payment of nothing is a sentence in the invoice's currency", async () => {
    const fields = withMoneyFields(PayInvoice, [{ name: "amount", label: "Amount", currency: "EUR" }]);
    const { errors } = await resolverOf(PayInvoice, fields, { id: "in_1" })({ amount: "0" }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(errors.amount?.message).toBe("The least is €0.01.");
  });
});

it.each(["1e3", "0x10", "twelve", "+5"])("a number field does not take %s for a number", async (typed) => {
  const resolver = resolverOf(
    CreatePlanPrice,
    [{ name: "trial_days", label: "Trial days", kind: "number" }],
    {
      plan_id: "plan_1",
      amount: 100,
      currency: "USD",
      interval: "MONTH",
    },
  );
  const judge = (trial_days: string) => resolver({ trial_days }, undefined, { fields: {} } as never);
  expect((await judge(typed)).errors).toMatchObject({
    trial_days: { message: "Write a number in digits, such as 25." },
  });
  expect((await judge("25")).errors).toEqual({});
});
