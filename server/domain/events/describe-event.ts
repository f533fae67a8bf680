import { EVENT_TYPES } from "./types.ts";

/** What happened, in a sentence; the type itself for one that is not known any more. */
export function sentenceOf(type: string): string {
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
