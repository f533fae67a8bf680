import qs from "qs";
import { tooLarge } from "../limits.ts";
import { type Failure, invalid, lacking, ParameterRefusal } from "./failure.ts";

const DEEPEST = 8;
const MAX_PARAMETERS = 2000;

/** Stripe's form encoding with bracket nesting, as a tree of strings; the encoding was checked before. */
export function decodeForm(text: string): Record<string, unknown> {
  const options = {
    depth: DEEPEST,
    arrayLimit: MAX_PARAMETERS,
    parameterLimit: MAX_PARAMETERS + 1,
    plainObjects: true,
    // Metadata has numbers for keys, too: they stay as they are.
    allowSparse: true,
  };
  // What comes after the most would be left out without a word.
  if (text.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) throw tooLarge();
  for (const part of text.split("&")) if (part !== "") checkName(part);
  return { ...qs.parse(text, options) };
}

/** Refuses the names that the reader of forms leaves out or changes without a word. */
function checkName(part: string): void {
  const [encoded = ""] = part.split("=");
  const name = decodeURIComponent(encoded.replaceAll("+", " "));
  const isWhole = /^[^[\]]+(?:\[[^[\]]*\])*$/.test(name) && !/(?:^|\[)metadata\]?\[\]/.test(name);
  if (/(?:^|\[)metadata\]?\[/.test(name) && !isWhole) throw bracketInKey(name);
  const path = name.split(/[[\]]+/).filter((one, place) => one !== "" || place === 0);
  if (name !== "" && !path.includes("__proto__")) return;
  if (path.length === 2 && path[0] === "metadata") throw lacking("the key __proto__ of metadata", name);
  throw ParameterRefusal.unknown(path);
}

/** https://docs.stripe.com/api/metadata: "you can't use square brackets in keys". The words are the sandbox's own. */
function bracketInKey(name: string): Failure {
  return invalid(
    `Invalid key in ${name}: a key of metadata has at least one character and no square brackets.`,
    {
      param: "metadata",
    },
  );
}

/** The same value whatever the order in which the fields came; for telling two requests apart. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}
