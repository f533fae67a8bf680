import Negotiator from "negotiator";

/** The languages that end users' pages speak, each with its own name for itself. */
export const LOCALES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
} as const;

export type Locale = keyof typeof LOCALES;

const DEFAULT: Locale = "en";

/** The language that the visitor chose. */
export const LOCALE_COOKIE = "usher-lang";

/** How long a browser keeps that choice, seconds. */
export const LOCALE_COOKIE_SECONDS = 365 * 24 * 3600;

/** Set on the request by proxy.ts: the language in which the page is rendered. */
export const LOCALE_HEADER = "x-usher-lang";

/** A language by its tag, such as "de" or "de-AT"; null when we have no translation. */
export function toLocale(tag: string | null | undefined): Locale | null {
  const language = tag?.toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(LOCALES, language) ? (language as Locale) : null;
}

/** What the visitor chose (`?lang=`, now or before), else what their browser prefers, else English. */
export function chooseLocale(
  chosen: string | null,
  before: string | undefined,
  acceptLanguage: string | null,
): Locale {
  const headers = { "accept-language": acceptLanguage ?? "" };
  return (
    toLocale(chosen) ??
    toLocale(before) ??
    toLocale(new Negotiator({ headers }).language(Object.keys(LOCALES))) ??
    DEFAULT
  );
}
