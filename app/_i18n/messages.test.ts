import { createTranslator } from "use-intl/core";
import { expect, it } from "vitest";
import { chooseLocale, LOCALES, type Locale } from "../../server/platform/locales.ts";
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };
import { refusalIn } from "./words.ts";

const ALL: Record<Locale, Record<string, Record<string, string>>> = { en, de, fr, es, ja };

/** The placeholders of a text: `{name}`, `<email>`. */
const slots = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? tag))].sort();

const texts = (locale: Locale) =>
  Object.entries(ALL[locale]).flatMap(([part, words]) =>
    Object.entries(words).map(([key, text]) => ({ name: `${part}.${key}`, part, key, text })),
  );

it.each(Object.keys(LOCALES) as Locale[])("%s has every text, with what is put into it", (locale) => {
  const shape = (of: Locale) => texts(of).map(({ name, text }) => [name, slots(text)]);
  expect(shape(locale)).toEqual(shape("en"));
  expect(texts(locale).filter(({ text }) => text.trim() === "")).toEqual([]);
});

it.each(Object.keys(LOCALES) as Locale[])("every text of %s can be said", (locale) => {
  const faults: string[] = [];
  const onError = (error: Error) => faults.push(error.message);
  const date = new Date("2026-11-21T00:00:00Z");
  const values = Object.fromEntries(
    texts("en")
      .flatMap(({ text }) => slots(text))
      .map((slot) => [slot, slot === "date" ? date : slot === "email" ? "ada@example.com" : 3]),
  );
  const say = createTranslator({ locale, messages: ALL[locale], timeZone: "UTC", onError });
  for (const { name, text } of texts(locale)) {
    if (!text.includes("<email>")) say(name as never, values as never);
  }
  expect(faults).toEqual([]);
});

it.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["pt-BR,pt;q=0.9,es;q=0.5", "es"],
  ["ja", "ja"],
  ["xx", "en"],
  ["", "en"],
  ["*", "en"],
  [";;;,,,q=;", "en"],
])("a browser that sends %j is spoken to in %s", (header, locale) => {
  expect(chooseLocale(null, undefined, header)).toBe(locale);
});

it("the language of the address comes before the one chosen earlier, and both before the browser's", () => {
  expect(chooseLocale("fr-CA", "de", "ja")).toBe("fr");
  expect(chooseLocale("tlh", "de", "ja")).toBe("de");
  expect(chooseLocale(null, "__proto__", "ja")).toBe("ja");
});

it.each(Object.keys(ALL) as Locale[])(
  "a checkout without a card provider is refused in words in %s",
  (locale) => {
    expect(refusalIn(locale, "card_provider_not_connected")).not.toBe(refusalIn(locale, "internal_error"));
  },
);
