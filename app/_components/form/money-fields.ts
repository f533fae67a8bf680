import { z } from "zod";
import { moneyText } from "../../../server/platform/currency.ts";
import { innermost, type MoneyRules, moneyRulesOf } from "../../../server/platform/schema/money.ts";
import type { FormField } from "./field.ts";
import { isCurrency } from "./read-money.ts";

/** The rules of the schema's money field with that name; for tiers, the rules of a tier's price. */
export function moneyRulesAt(schema: z.ZodType, name: string): MoneyRules | null {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  if (!field) return null;
  const own = moneyRulesOf(field);
  const list = innermost(field);
  if (own || !(list instanceof z.ZodArray)) return own;
  return moneyRulesAt(list.element as z.ZodType, "unit_amount");
}

/**
 * The fields of a form: each field that is money in minor units in the schema becomes a money field in major units, whatever kind
 * it declares. Throws when the form does not give its currency, or declares money that is not money in the schema.
 */
export function withMoneyFields(schema: z.ZodType, fields: FormField[]): FormField[] {
  return fields.map((field) => {
    const rules = moneyRulesAt(schema, field.name);
    const isMoney = field.kind === "money" || field.kind === "tiers";
    if (!rules && !isMoney) return field;
    if (!rules) throw new Error(`The schema does not say that ${field.name} is money.`);
    if (field.currency === undefined) throw new Error(`The form does not say the currency of ${field.name}.`);
    return { ...field, kind: field.kind === "tiers" ? "tiers" : "money", rules };
  });
}

/** The error message for a refused amount in major units; the schema's own message has minor units. */
export function moneyRefusal(rules: MoneyRules, value: unknown, currency: string): string | null {
  if (value === undefined || value === null) return "Write an amount.";
  const show = (minor: number) =>
    isCurrency(currency) ? moneyText("en-US", minor, currency) : String(minor);
  const amount = Number(value);
  if (rules.least !== null && amount < rules.least)
    return rules.least === 0 ? "The amount cannot be below zero." : `The least is ${show(rules.least)}.`;
  if (rules.most !== null && amount > rules.most) return `The most is ${show(rules.most)}.`;
  return null;
}
