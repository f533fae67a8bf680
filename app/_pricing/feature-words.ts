import { allowanceInterval, type Interval, priceAt } from "../../server/platform/schema/interval.ts";
import { quantityInWords } from "../../server/platform/units.ts";
import type { wordsIn } from "../_i18n/words.ts";
import { formatMoney } from "./money.ts";
import type { Feature, Plan } from "./offer.ts";

type Words = ReturnType<typeof wordsIn<"pricing">>;

interface Shown {
  value: string;
  note: string | null;
}

/** What a plan grants of a feature where it is paid at an interval: a word or a number ("250,000 a month"), and the price of more. */
function featureWords(
  words: Words,
  locale: string,
  feature: Feature,
  { currency, interval }: { currency: string; interval: Interval },
): Shown {
  const { type, enabled, limit, overage, overage_step: step, prices } = feature;
  if (!enabled) return { value: words("notIncluded"), note: null };
  if (type === "BOOLEAN") return { value: words("included"), note: null };
  const count = (quantity: number) =>
    quantityInWords(quantity, { name: feature.name, unit: feature.unit_label }, locale);
  if (type === "STATIC") {
    const { value } = feature;
    return { value: typeof value === "number" ? count(value) : plain(value), note: null };
  }
  if (limit === null) return { value: words("unlimited"), note: null };
  const unit = priceAt(prices, { currency, interval })?.unit_amount;
  const price = unit == null ? null : formatMoney(locale, unit, currency);
  const isBilled = overage === "BILL" && price !== null;
  const past =
    step === 1 ? words("perUnit", { price: price ?? "" }) : words("perStep", { price: price ?? "", step });
  // Held units cost that in each billing period: "then $5 each a month".
  const note = type === "ALLOCATED" ? words(`limit${interval}`, { limit: past }) : past;
  const number = count(limit);
  const reset = feature.reset_interval;
  const value =
    reset === null ? number : words(`limit${allowanceInterval(reset, interval)}`, { limit: number });
  return { value, note: isBilled ? note : null };
}

interface Offered {
  plan: Plan;
  currency: string;
  /** The intervals that the page can show. */
  intervals: Interval[];
  locale: string;
}

/**
 * The words for a feature, once for all the intervals where they are the same (null), else for each. Customers of a free plan pay
 * at no interval: their limits start anew every month at the latest.
 */
export function wordsByInterval(
  words: Words,
  feature: Feature,
  { plan, currency, intervals, locale }: Offered,
): { interval: Interval | null; shown: Shown }[] {
  const all = (intervals.length === 0 ? (["MONTH"] as const) : intervals).map((interval) => ({
    interval,
    shown: featureWords(words, locale, feature, { currency, interval: plan.is_free ? "MONTH" : interval }),
  }));
  const [first] = all;
  const isSame = all.every(({ shown }) => JSON.stringify(shown) === JSON.stringify(first?.shown));
  return first && isSame ? [{ interval: null, shown: first.shown }] : all;
}

const plain = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
