import { headers } from "next/headers";
import { LOCALE_HEADER, type Locale, toLocale } from "../../server/platform/locales.ts";
import { MESSAGES, type Messages, wordsIn } from "./words.ts";

/** The language of the page that is being rendered. */
export async function pageLocale(): Promise<Locale> {
  return toLocale((await headers()).get(LOCALE_HEADER)) ?? "en";
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
