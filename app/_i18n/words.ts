import { createTranslator } from "use-intl/core";
import type { Locale } from "../../server/platform/locales.ts";
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };

/** Every text that end users see; English has them all, and the other languages have just the same keys. */
export type Messages = typeof en;

export const MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja };

/** The words of one part of the texts in a language. */
export function wordsIn<Part extends keyof Messages & string>(locale: Locale, namespace: Part) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace, timeZone: "UTC" });
}

/** The message of a refusal, by its name; a general one for an error that has no words of its own. */
export function refusalIn(locale: Locale, name: string): string {
  const words = wordsIn(locale, "errors");
  const isKnown = (key: string): key is Parameters<typeof words.has>[0] =>
    words.has(key as Parameters<typeof words.has>[0]);
  return isKnown(name) ? words(name as "generic") : words("generic");
}
