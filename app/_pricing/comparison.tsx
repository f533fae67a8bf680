import { Check, Minus } from "lucide-react";
import type { Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";
import { wordsByInterval } from "./feature-words.ts";
import { SHOWN } from "./interval.ts";
import type { Feature, Interval, Plan, Product } from "./offer.ts";

/** All plans of a product side by side, feature by feature. */
export function Comparison({
  product,
  currency,
  intervals,
  locale,
}: {
  product: Product;
  currency: string;
  intervals: Interval[];
  locale: Locale;
}) {
  const words = wordsIn(locale, "pricing");
  const { plans } = product;
  const features = new Map<string, Feature>();
  for (const feature of plans.flatMap((plan) => plan.features)) features.set(feature.key, feature);
  const title = words("compare", { name: product.name });
  return (
    <div className="mx-auto mt-14 max-w-5xl">
      <h3 className="mb-4 text-center text-lg font-semibold tracking-tight">{title}</h3>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard, too
        tabIndex={0}
        className="scroll-hint relative overflow-x-auto rounded-xl border bg-surface shadow-card"
      >
        <table className="first-column-stays w-full min-w-[36rem] border-collapse text-left">
          <thead>
            <tr className="border-b">
              <th scope="col" className="px-4 py-3 font-medium text-muted">
                {words("feature")}
              </th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col" className="px-4 py-3 text-center font-semibold">
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...features.values()].map((feature) => (
              <tr key={feature.key} className="border-b last:border-0">
                <th scope="row" className="px-4 py-3 font-normal">
                  {feature.name}
                  {feature.description && (
                    <span className="block text-xs text-muted">{feature.description}</span>
                  )}
                </th>
                {plans.map((plan) => {
                  const own = plan.features.find(({ key }) => key === feature.key);
                  return (
                    <td key={plan.id} className="px-4 py-3 text-center tabular-nums">
                      <Cell
                        words={words}
                        plan={plan}
                        feature={own}
                        currency={currency}
                        intervals={intervals}
                        locale={locale}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface CellProps {
  words: Parameters<typeof wordsByInterval>[0];
  plan: Plan;
  feature: Feature | undefined;
  currency: string;
  intervals: Interval[];
  locale: Locale;
}

function Cell({ words, feature, ...offered }: CellProps) {
  const isGranted = feature?.enabled ?? false;
  if (feature && isGranted && feature.type !== "BOOLEAN")
    return wordsByInterval(words, feature, offered).map(({ interval, shown: { value, note } }) => (
      <span key={interval} className={interval === null ? undefined : SHOWN[interval]}>
        {value}
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
    ));
  const value = words(isGranted ? "included" : "notIncluded");
  const Icon = isGranted ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={`mx-auto size-4 ${isGranted ? "text-positive" : "text-muted"}`} />
      <span className="sr-only">{value}</span>
    </>
  );
}
