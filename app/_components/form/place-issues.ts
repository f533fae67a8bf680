import type { FieldError } from "react-hook-form";
import type { z } from "zod";
import { innermostIssues } from "../../../server/platform/schema/innermost-issues.ts";
import { asSentence } from "../../../server/platform/schema/words-for-issue.ts";
import { nameInWords } from "../../_lib/reason.ts";
import { currencyOf, type FormField } from "./field.ts";
import { moneyRefusal, moneyRulesAt } from "./money-fields.ts";
import { languageName } from "./translations.ts";

/** The key of the issues that no shown field takes. No field has an empty name; "root" is react-hook-form's, which forgets it. */
export const WHOLE_FORM = "";

type Issue = z.core.$ZodIssue;
type Path = Issue["path"];

interface Refused {
  schema: z.ZodType;
  issues: readonly Issue[];
  /** What was validated. */
  input: unknown;
  /** The fields that the form shows at the moment, and all that it declares. */
  shown: FormField[];
  declared: FormField[];
  typed: Record<string, unknown>;
}

/**
 * The error messages of a refused input, by field. An issue belongs to the shown field that its path begins with, such as
 * `scopes` for `scopes.0`. All others are collected under WHOLE_FORM, so that no issue is without a place on the page.
 */
export function placeIssues(refused: Refused): Record<string, FieldError> {
  const { input, shown, declared } = refused;
  const messages = new Map<string, Map<string, string>>();
  for (const { path, message } of refused.issues.flatMap(innermostIssues)) {
    const field = shown.find(({ name }) => name === path[0]);
    const inner = field ? path.slice(1) : [];
    const words = (field && amountRefusal(field, path, refused)) ?? asSentence(message);
    const name = field?.name ?? WHOLE_FORM;
    const ofField = messages.get(name) ?? new Map<string, string>();
    messages.set(name, ofField);
    const place = path.join(".");
    if (!ofField.has(place))
      ofField.set(place, field ? `${entryName(field, inner, input)}${words}` : named(declared, path, words));
  }
  return Object.fromEntries([...messages].map(([name, ofField]) => [name, toError(ofField)]));
}

/** The message in major units, when the path ends at an amount: the schema's own has minor units. */
function amountRefusal(field: FormField, path: Path, { schema, input, typed }: Refused): string | null {
  const isInTier = path.length > 1;
  const value = valueAt(input, path);
  if (typeof value === "object" || (isInTier && !String(path.at(-1)).endsWith("_amount"))) return null;
  const rules = moneyRulesAt(schema, field.name);
  return rules && moneyRefusal(rules, value, currencyOf(field, typed));
}

/** So many messages are shown at one field, and so many characters of an entry. */
const MAX_MESSAGES = 3;
const MAX_ENTRY = 40;

function toError(messages: Map<string, string>): FieldError {
  const all = [...messages.values()];
  const more = all.length - MAX_MESSAGES;
  return {
    type: "refused",
    message: [...all.slice(0, MAX_MESSAGES), ...(more > 0 ? [`And ${more} more.`] : [])].join(" "),
    types: Object.fromEntries(messages),
  };
}

function valueAt(input: unknown, path: Path): unknown {
  // Object() makes an empty object of null, undefined, and values without fields.
  return path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], input);
}

/** Which part of a field's value is meant: the entry of a list as it was typed, the number of a tier, a key of JSON. */
function entryName({ name, kind }: FormField, inner: Path, input: unknown): string {
  const [first] = inner;
  if (first === undefined) return "";
  if (kind === "tiers") return `Tier ${Number(first) + 1}: `;
  if (kind === "translations")
    return `${[languageName(String(first)), ...inner.slice(1).map((part) => nameInWords(String(part)))].join(", ")}: `;
  const entry = valueAt(input, [name, first]);
  if (kind !== "list" || typeof entry !== "string") return `${nameInWords(inner.join(" "))}: `;
  return `“${entry.length > MAX_ENTRY ? `${entry.slice(0, MAX_ENTRY)}…` : entry}”: `;
}

/** The message with the name of what it is about: the label of a field that is not shown, or the API's name in words. */
function named(declared: FormField[], path: Path, words: string): string {
  const [first] = path;
  if (first === undefined) return words;
  const label = declared.find(({ name }) => name === first)?.label;
  return `${label ?? nameInWords(String(path.findLast((part) => typeof part === "string")))}: ${words}`;
}
