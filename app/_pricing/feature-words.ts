import type { wordsIn } from "../_i18n/words.ts";
import { formatMoney } from "./money.ts";
import type { Feature } from "./offer.ts";

type Words = ReturnType<typeof wordsIn<"pricing">>;

/** What a plan grants of a feature, as a word or a number, and the price of more. */
export function featureWords(
  words: Words,
  locale: string,
  feature: Feature,
  currency: string,
): { value: string; note: string | null } {
  const { type, enabled, limit, overage, overage_step: step, prices } = feature;
  if (!enabled) return { value: words("notIncluded"), note: null };
  if (type === "BOOLEAN") return { value: words("included"), note: null };
  if (type === "STATIC") return { value: plain(locale, feature.value), note: null };
  if (limit === null) return { value: words("unlimited"), note: null };
  const unit = prices.find((price) => price.currency === currency)?.unit_amount;
  const price = unit == null ? null : formatMoney(locale, unit, currency);
  const isBilled = overage === "BILL" && price !== null;
  const note =
    step === 1 ? words("perUnit", { price: price ?? "" }) : words("perStep", { price: price ?? "", step });
  return { value: new Intl.NumberFormat(locale).format(limit), note: isBilled ? note : null };
}

function plain(locale: string, value: unknown): string {
  if (typeof value === "number") return new Intl.NumberFormat(locale).format(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
