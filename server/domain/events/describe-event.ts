import { formatMoney } from "../../platform/money.ts";
import { BY_INVOICE } from "../../platform/schema/provider.ts";
import { type Names, namedSentence } from "./named-sentences.ts";
import type { RelatedNames } from "./names-of-objects.ts";
import { EVENT_TYPES } from "./types.ts";

/** Sentences that say more than the type's, where the object tells which of its cases it was. */
const CASES: { type: string; isCase: (data: Record<string, unknown>) => boolean; sentence: string }[] = [
  {
    type: "provider_account.connected",
    isCase: ({ endpoint }) => endpoint === "sandbox",
    sentence: "Test cards are ready.",
  },
  {
    type: "subscription.past_due",
    isCase: ({ provider }) => provider === BY_INVOICE,
    sentence: "An invoice of a subscription is overdue.",
  },
  {
    type: "subscription.unpaid",
    isCase: ({ provider }) => provider === BY_INVOICE,
    sentence: "An invoice of a subscription stayed overdue: it is unpaid.",
  },
  {
    type: "invoice.paid",
    isCase: ({ total }) => total === 0,
    sentence: "An invoice of 0 was issued: nothing is to be paid.",
  },
];

interface Description {
  /** What happened, with the object's name in it where the words have a place for it: "Invoice INV-00042 was paid in full." */
  sentence: string;
  /** What people call the object, or whose it is; null: nothing names it, or the sentence does. */
  object_name: string | null;
}

interface Known {
  /** The object before the change: what is gone is named by it. */
  before?: unknown;
  /** What people call the things that the object names by their ids. */
  related?: RelatedNames;
}

/**
 * What happened, in words, from an event's type and the object as it then was, or was before where nothing of it is left. A type that
 * is not known any more is its own sentence.
 */
export function describeEvent(type: string, data: unknown, { before, related }: Known = {}): Description {
  const object = nameOfObject(data) === null && isObject(before) ? before : data;
  const customer = (isObject(object) ? ownName(object.customer) : null) ?? related?.customer ?? null;
  const plan = (isObject(object) ? ownName(object.plan) : null) ?? related?.plan ?? null;
  const sentence = sentenceOf(type, data);
  const named =
    namedSentence(type, { ...related, customer, plan, ...ownWords(object) }) ??
    withName(sentence, type.split(".")[0] ?? "", object);
  if (named === null)
    return { sentence, object_name: nameOfObject(object) ?? (namesOf(plan, customer) || null) };
  return { sentence: named, object_name: customer === null || named.includes(customer) ? null : customer };
}

const namesOf = (...names: (string | null)[]) => names.filter((name) => name !== null).join(", ");

/** An object's own name, version and price, and the names of a feature and an invoice that it has in it. */
function ownWords(object: unknown): Names {
  if (!isObject(object)) return {};
  const { feature_name: feature, invoice_number: invoice, version, max_uses: uses } = object;
  const { amount, currency, interval } = object;
  const name = ownName(object);
  return {
    name: name === null || name.length > MAX_LENGTH ? null : name,
    ...(typeof feature === "string" && { feature }),
    ...(typeof invoice === "string" && { invoice }),
    ...(typeof uses === "number" && { uses: uses === 1 ? "1 person" : `${uses} people` }),
    ...(typeof amount === "number" &&
      typeof currency === "string" &&
      typeof interval === "string" && {
        price: `${formatMoney(BigInt(amount), currency)} a ${interval.toLowerCase()}`,
      }),
    ...(typeof version === "number" && { version: String(version) }),
  };
}

/** The sentence with the object's name for "a customer"; null where it speaks of nothing that has one. */
function withName(sentence: string, kind: string, object: unknown): string | null {
  const noun = kind.replaceAll("_", " ");
  const name = properName(noun, object);
  if (name === null) return null;
  const named = sentence.replace(
    new RegExp(`\\ban? ((?:overdue )?)${noun}(?='s\\b|[ ,.:])`, "i"),
    (_, state) => {
      return `${state}${name}`;
    },
  );
  if (named === sentence) return null;
  // What a customer is called is theirs: an address stays as it is.
  return noun === "subscription" ? named : named.slice(0, 1).toUpperCase() + named.slice(1);
}

/** "invoice INV-00042", or whose subscription to what. */
function properName(noun: string, object: unknown): string | null {
  if (!isObject(object)) return null;
  if (noun !== "subscription") {
    const own = ownName(object);
    return own === null || own.length > MAX_LENGTH ? null : `${noun} ${own}`;
  }
  const [plan, customer] = [ownName(object.plan), ownName(object.customer)];
  return plan === null || customer === null ? null : `${customer}'s subscription to ${plan}`;
}

/** What happened, in a sentence; the type itself for one that is not known any more. */
function sentenceOf(type: string, data: unknown): string {
  const found = isObject(data) && CASES.find((one) => one.type === type && one.isCase(data));
  if (found) return found.sentence;
  return Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as keyof typeof EVENT_TYPES] : type;
}

/** What people call an object by, the most telling first. */
const OWN_NAMES = ["number", "name", "title", "email", "external_id", "key", "slug", "url", "description"];

const MAX_LENGTH = 120;

/** What people call the object of an event, from its data: its number or name, and whose it is; null: nothing there names it. */
function nameOfObject(data: unknown): string | null {
  if (!isObject(data)) return null;
  const names = [ownName(data), ownName(data.plan), ownName(data.customer)].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(", ").slice(0, MAX_LENGTH);
}

function ownName(data: unknown): string | null {
  if (!isObject(data)) return null;
  for (const field of OWN_NAMES) {
    const value = data[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
