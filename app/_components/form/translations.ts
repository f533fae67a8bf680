import type { Locale } from "../../../server/platform/locales.ts";

/** A text that is translated: its name in the API, and its label. */
export interface TranslatedText {
  name: string;
  label: string;
  hasLines?: boolean;
}

/** What is typed, by language tag and name of the text. */
export type TypedTranslations = Record<string, Record<string, string>>;

/** The languages of buyers' pages. */
const LANGUAGES: Record<Locale, string> = {
  de: "German",
  en: "English",
  es: "Spanish",
  fr: "French",
  ja: "Japanese",
};

/** The languages to choose from: tag and name. */
export const PAGE_LANGUAGES: [string, string][] = Object.entries(LANGUAGES);

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** "German" for de; others than the pages' may have been written through the API. */
export const languageName = (tag: string): string => NAMES.of(tag) ?? tag;

/** What was typed for the API: texts that are empty are left out, and so are languages without any. */
export function translationsToApi(typed: TypedTranslations): TypedTranslations {
  const written = Object.entries(typed).map(([tag, texts]): [string, Record<string, string>] => [
    tag,
    Object.fromEntries(
      Object.entries(texts)
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== ""),
    ),
  ]);
  return Object.fromEntries(written.filter(([, texts]) => Object.keys(texts).length > 0));
}
