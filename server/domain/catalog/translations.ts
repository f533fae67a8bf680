import type { z } from "zod";
import { FeatureTranslations, Translations } from "./schema.ts";

/** A row with texts that buyers read, and the same texts in other languages as they are stored. */
interface Worded {
  name: string;
  description: string | null;
  translations: unknown;
}

type Texts = Partial<z.output<typeof FeatureTranslations>[string]>;

/** The stored translations of a product or a plan. */
export const readTranslations = (stored: unknown): z.output<typeof Translations> =>
  Translations.parse(stored);

/** The stored translations of a feature, whose unit has some, too. */
export const readFeatureTranslations = (stored: unknown): z.output<typeof FeatureTranslations> =>
  FeatureTranslations.parse(stored);

/**
 * The row with its texts in a language, each by itself: in the language as it is named (`de-AT`), else in the wider one (`de`),
 * else as they are written in the row. Without a language the row as it is.
 */
export function inLanguage<T extends Worded>(row: T, locale: string | undefined): T {
  const texts = textsIn(row.translations, locale);
  const { name = row.name, description = row.description } = texts;
  return { ...row, name, description };
}

type Feature = Worded & { unitLabel: string | null };

/** As inLanguage, for a feature with its unit. */
export function featureInLanguage<T extends Feature>(row: T, locale: string | undefined): T {
  const { unit_label: unitLabel = row.unitLabel } = textsIn(row.translations, locale);
  return { ...inLanguage(row, locale), unitLabel };
}

/** A pack with the texts of the features that it grants in a language. */
export function packInLanguage<T extends { entitlements: { feature: Feature }[] }>(
  pack: T,
  locale: string | undefined,
): T {
  const entitlements = pack.entitlements.map((one) => ({
    ...one,
    feature: featureInLanguage(one.feature, locale),
  }));
  return { ...pack, entitlements };
}

/** The texts that are there in the language or a wider one; those of the narrower language win. */
function textsIn(stored: unknown, locale: string | undefined): Texts {
  if (locale === undefined) return {};
  const byTag = new Map(
    Object.entries(readFeatureTranslations(stored)).map(([tag, texts]) => [tag.toLowerCase(), texts]),
  );
  const parts = locale.toLowerCase().split("-");
  const wider = parts.map((_, index) => parts.slice(0, index + 1).join("-"));
  return Object.assign({}, ...wider.map((tag) => byTag.get(tag)));
}
