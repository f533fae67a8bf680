import type { MoneyRules } from "../../../server/platform/schema/money.ts";
import { readNumber } from "../../../server/platform/schema/plain-number.ts";
import { showEmail } from "../../../server/platform/show-email.ts";
import { readDecimal, writeDecimal } from "./read-decimal.ts";
import { readMoney, writeMoney } from "./read-money.ts";
import { type TypedTier, tiersToApi, tiersToTyped } from "./tiers.ts";
import { type TranslatedText, type TypedTranslations, translationsToApi } from "./translations.ts";

/** A field of a form, as data. `name` is the name of the field in the schema. */
export interface FormField {
  name: string;
  label: string;
  /**
   * day: a moment of the API's, as the beginning of that day in UTC; last day: as its end. choice: one of several numbers. choices: any
   * of several texts. radio: one of a few outcomes, each in a row with its hint. event types: those that an endpoint takes. money and
   * tiers: major units, as people write them, sent as minor units; a form makes a field of money by itself where the schema says that the API takes minor units.
   */
  kind?:
    | "text"
    | "email"
    | "password"
    | "number"
    | "money"
    | "tiers"
    | "translations"
    | "textarea"
    | "select"
    | "choice"
    | "choices"
    | "radio"
    | "event types"
    | "switch"
    | "moment"
    | "day"
    | "last day"
    | "json"
    | "list"
    | "color"
    | "currency"
    | "customer"
    | "logo";
  /** A function: of the form's values, where the text depends on what is typed. */
  hint?: string | ((values: Record<string, unknown>) => string);
  /** Said at the field while it is not empty: what was typed may be right, and is unusual. */
  caution?: (values: Record<string, unknown>) => string;
  placeholder?: string;
  options?: { value: string; label: string; hint?: string }[];
  /** For translations: the texts that each language has. */
  texts?: TranslatedText[];
  /** For a number that the API takes as decimal text. */
  isText?: boolean;
  /** For money: its currency, or the field of the form that names it. */
  currency?: string | { from: string };
  /** For money: the unit after the displayed amount, such as "a month". */
  per?: string | ((values: Record<string, unknown>) => string);
  /** For money: what the amount (minor units) means, instead of the amount and its unit: "$0.25 each; 1,000 cost $250". */
  inWords?: (minor: string, values: Record<string, unknown>) => string;
  /** For money: what the schema allows, filled in by the form. */
  rules?: MoneyRules;
  isRequired?: boolean;
  /** One of several fields of which one has to be filled in: none of them is called optional. */
  isOneOf?: boolean;
  /** Stands beside the field before it, where there is room. */
  isBeside?: boolean;
  /** Takes the whole width of a form in columns. */
  isWide?: boolean;
  /** Derived from another field while that is typed, words joined by the separator, until the user edits this field. */
  proposedFrom?: { field: string; sign: "-" | "_" };
  /** The value of an empty field: omitted, or null where the API clears with null. */
  whenEmpty?: "omit" | "null";
  autoComplete?: string;
  /** Shows the field only while this is true of the form's values. */
  isShown?: (values: Record<string, unknown>) => boolean;
}

/**
 * The value for the API, or an error message for the user when the input cannot be converted; `at` names the part of a field of
 * several inputs, such as "1.unit_amount".
 */
export type Read = { value: unknown } | { problem: string; at?: string };

/** The currency of a money field. */
export function currencyOf({ currency }: FormField, values: Record<string, unknown>): string {
  if (typeof currency === "string") return currency;
  return currency
    ? String(values[currency.from] ?? "")
        .trim()
        .toUpperCase()
    : "";
}

/** Converts input to the value for the API. Text that is not a number, date or JSON stays text, and the schema refuses it. */
export function toApi(field: FormField, values: Record<string, unknown>, locale: string): Read {
  const typed = values[field.name];
  if (field.kind === "switch") return { value: typed === true };
  const text = typeof typed === "string" ? (field.kind === "password" ? typed : typed.trim()) : typed;
  if (text === "" || text === undefined || text === null)
    return { value: field.whenEmpty === "null" ? null : undefined };
  const reading = { currency: currencyOf(field, values), locale, finest: field.rules?.finest ?? 0 };
  // The tiers field holds rows of text.
  if (field.kind === "tiers") return tiersToApi(text as TypedTier[], reading);
  // The translations field holds text by language.
  if (field.kind === "translations") return { value: translationsToApi(text as TypedTranslations) };
  if (typeof text !== "string") return { value: text };
  if (field.kind === "number") {
    const read = readDecimal(text, locale);
    if ("problem" in read) return read;
    return { value: field.isText ? read.value : Number(read.value) };
  }
  if (field.kind !== "money") return { value: plainToApi(field.kind, text) };
  const read = readMoney(text, reading);
  if ("problem" in read) return read;
  // Amounts are numbers on the wire; prices per unit, which may be parts of a minor unit, are text.
  return { value: reading.finest > 0 ? read.minor : Number(read.minor) };
}

function plainToApi(kind: FormField["kind"], text: string): unknown {
  switch (kind) {
    case "choice":
      return readNumber(text) ?? text;
    case "moment":
      return Number.isNaN(Date.parse(`${text}Z`)) ? text : new Date(`${text}Z`).toISOString();
    case "day":
      return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString();
    case "last day":
      return Number.isNaN(Date.parse(text)) ? text : `${text}T23:59:59.000Z`;
    case "json":
      return parsed(text);
    case "list":
      return text.split(/[\s,]+/).filter((part) => part !== "");
    case "currency":
      return text.toUpperCase();
    default:
      return text;
  }
}

/** Converts a value of the API to the text in the field. */
export function toTyped(field: FormField, initial: Record<string, unknown>, locale: string): unknown {
  const value = initial[field.name];
  if (field.kind === "switch") return value === true;
  if (field.kind === "choices" || field.kind === "event types") return Array.isArray(value) ? value : [];
  if (field.kind === "tiers") return tiersToTyped(value, currencyOf(field, initial), locale);
  if (field.kind === "translations") return value ?? {};
  if (value === null || value === undefined) return "";
  switch (field.kind) {
    case "email":
      // As lists show it. The API takes either form, and keeps the one in ASCII.
      return showEmail(String(value));
    case "number":
      return writeDecimal(String(value), locale);
    case "money":
      return writeMoney(value as number | string, currencyOf(field, initial), locale);
    case "moment":
      return String(value).slice(0, 16);
    case "day":
    case "last day":
      return String(value).slice(0, 10);
    case "json":
      return JSON.stringify(value, null, 2);
    case "list":
      return Array.isArray(value) ? value.join("\n") : "";
    default:
      return String(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
