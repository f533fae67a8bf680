import { EVENT_TYPES } from "./types.ts";

/** Sentences that say more than the type's, where the object tells which of its cases it was. */
const CASES: { type: string; isCase: (data: Record<string, unknown>) => boolean; sentence: string }[] = [
  {
    ...{ type: "subscription.past_due", isCase: ({ provider }) => provider === "PROVIDER_B" },
    sentence: "An invoice of a subscription is overdue.",
  },
  {
    ...{ type: "subscription.unpaid", isCase: ({ provider }) => provider === "PROVIDER_B" },
    sentence: "An invoice of a subscription stayed overdue: it is unpaid.",
  },
  {
    ...{ type: "invoice.paid", isCase: ({ total }) => total === 0 },
    sentence: "An invoice of credit was issued: nothing is to be paid.",
  },
];

/** What happened, in a sentence, by its type and the object as it then was; the type itself for one that is not known any more. */
export function sentenceOf(type: string, data?: unknown): string {
  const found = isObject(data) && CASES.find((one) => one.type === type && one.isCase(data));
  if (found) return found.sentence;
  return Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as keyof typeof EVENT_TYPES] : type;
}

/** What people call an object by, the most telling first. */
const OWN_NAMES = ["number", "name", "title", "email", "external_id", "key", "slug", "url", "description"];

const MAX_LENGTH = 120;

/** What people call the object of an event, from its data: its number or name, and whose it is; null: nothing there names it. */
export function nameOfObject(data: unknown): string | null {
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
