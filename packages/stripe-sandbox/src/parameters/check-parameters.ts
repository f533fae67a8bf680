import { type Failure, invalid } from "../wire/failure.ts";
import { alternatives, bracketed } from "../wire/wording.ts";
import { KNOWN } from "./known-parameters.ts";
import type { Fields, KnownType } from "./known-type.ts";

/** What Stripe.js confirms with a publishable key. */
const FROM_BROWSERS = new Set(["POST /v1/payment_intents/:/confirm", "POST /v1/setup_intents/:/confirm"]);

/** The name of a route in the list of known parameters: its placeholders have no names there. */
export function knownName(method: string, path: string): string {
  return `${method} ${path.replaceAll(/:\w+/g, ":")}`;
}

/** What the SDK's types know of a route's parameters; null for the sandbox's own routes, which the SDK does not have. */
export function knownFields(name: string, isSecret = true): Fields | null {
  const known = KNOWN[name];
  if (!known) return null;
  return !isSecret && FROM_BROWSERS.has(name) ? withBrowsers(known) : known;
}

/**
 * The SDK's types are those of a secret key. Stripe.js sends the client secret and the card's details, too:
 * https://docs.stripe.com/js/setup_intents/confirm_card_setup and /js/payment_intents/confirm_card_payment.
 */
function withBrowsers(known: Fields): Fields {
  const { payment_method_data: data } = known;
  const { card } = KNOWN["POST /v1/payment_methods"] ?? {};
  const inner = typeof data === "object" && "fields" in data ? data.fields : {};
  return {
    ...known,
    client_secret: "string",
    ...(card && { payment_method_data: { fields: { ...inner, card, type: withCard(inner.type) } } }),
  };
}

/** The types of payment methods that a server can make by a confirmation are those without details of a card. */
function withCard(type: KnownType | undefined): KnownType {
  return { choices: ["card", ...(type === undefined ? [] : choicesOf(type))] };
}

/**
 * Refuses, in Stripe's words, what the SDK's types of a call do not know: names, choices, and a list or an object in place of a
 * text or the other way round. What passes here and is not in the sandbox's own schemas exists in Stripe and is missing here.
 */
export function checkParameters(fields: Fields, params: Record<string, unknown>): void {
  checkFields(fields, params, []);
}

/** What is known at a path of the parameters; null where it leads to nothing known. */
export function typeAt(type: KnownType, [first, ...rest]: PropertyKey[]): KnownType | null {
  if (first === undefined) return type;
  for (const branch of branches(type)) {
    if (typeof branch === "string") continue;
    const inner =
      "fields" in branch ? branch.fields[String(first)] : "list" in branch ? branch.list : undefined;
    const found = inner === undefined ? null : typeAt(inner, rest);
    if (found !== null) return found;
  }
  return null;
}

/** Whether an empty text is one of a type's choices: it unsets the parameter. */
export function canBeEmpty(type: KnownType | null): boolean {
  return type !== null && choicesOf(type).includes("");
}

/** The choices of a type that has some. */
export function choicesOf(type: KnownType): string[] {
  return branches(type).flatMap((one) => (typeof one === "object" && "choices" in one ? one.choices : []));
}

function branches(type: KnownType): KnownType[] {
  return typeof type === "object" && "any" in type ? type.any : [type];
}

function checkFields(fields: Fields, value: object, path: PropertyKey[]): void {
  const sent = Object.entries(value);
  const unknown = sent.find(([name]) => !Object.hasOwn(fields, name));
  if (unknown) {
    const param = bracketed([...path, unknown[0]]);
    throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  for (const [name, inner] of sent) {
    const known = fields[name];
    if (known !== undefined) check(known, inner, [...path, name]);
  }
}

function check(type: KnownType, value: unknown, path: PropertyKey[]): void {
  const among = branches(type);
  if (typeof value === "string") {
    checkText(type, value, path);
    return;
  }
  if (Array.isArray(value) || isIndexed(value)) {
    const list = among.find((one) => typeof one === "object" && "list" in one);
    if (typeof list === "object" && "list" in list) {
      for (const [index, element] of Object.values(value).entries())
        check(list.list, element, [...path, index]);
      return;
    }
  }
  if (value === null || typeof value !== "object") return;
  if (among.includes("map")) return;
  const object = among.find((one) => typeof one === "object" && "fields" in one);
  if (Array.isArray(value) || typeof object !== "object" || !("fields" in object))
    throw refusal(type, path, value);
  checkFields(object.fields, value, path);
}

function checkText(type: KnownType, value: string, path: PropertyKey[]): void {
  const among = branches(type);
  const choices = choicesOf(type);
  if (choices.includes(value) || among.includes("string")) return;
  // Numbers and booleans are read by the schemas, unless a choice stands beside them.
  if (among.includes("number") && (choices.length === 0 || /^-?\d+(\.\d+)?$/.test(value))) return;
  if (among.includes("boolean") && (choices.length === 0 || /^(true|false)$/.test(value))) return;
  throw refusal(type, path, value);
}

/** A list whose elements came with indexes: items[0], items[1]. */
function isIndexed(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.keys(value).every((name) => /^\d+$/.test(name))
  );
}

/** What Stripe says to a value of the wrong form. */
function refusal(type: KnownType, path: PropertyKey[], value: unknown): Failure {
  const param = bracketed(path);
  const among = branches(type);
  const choices = choicesOf(type).filter((one) => one !== "");
  if (among.includes("number") && typeof value === "string")
    return invalid(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
  if (among.some((one) => typeof one === "object" && "list" in one))
    return invalid("Invalid array", { param });
  if (among.some((one) => one === "map" || (typeof one === "object" && "fields" in one)))
    return invalid("Invalid object", { param });
  if (choices.length > 0) return invalid(`Invalid ${param}: must be ${alternatives(choices)}`, { param });
  return invalid("Invalid string", { param });
}
