import { headers } from "next/headers";
import { createTranslator } from "use-intl/core";
import { LOCALE_HEADER, type Locale, toLocale } from "../../server/platform/locales.ts";
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };

/** Every text that end users see; English has them all, and the other languages have just the same keys. */
export type Messages = typeof en;

const MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja };

/** The language of the page that is being rendered. */
export async function pageLocale(): Promise<Locale> {
  return toLocale((await headers()).get(LOCALE_HEADER)) ?? "en";
}

/** The words of one part of the texts in a language. */
function wordsIn<Part extends keyof Messages & string>(locale: Locale, namespace: Part) {
  return createTranslator({ locale, messages: MESSAGES[locale], namespace, timeZone: "UTC" });
}

/** The words of one part of the texts in the page's own language. */
export async function pageWords<Part extends keyof Messages & string>(namespace: Part) {
  return wordsIn(await pageLocale(), namespace);
}

/** A part of the texts as it is, for what runs in the browser. */
export async function pageTexts<Part extends keyof Messages & string>(
  namespace: Part,
): Promise<Messages[Part]> {
  return MESSAGES[await pageLocale()][namespace];
}
