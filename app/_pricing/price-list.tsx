import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";
import { PricingChoices } from "./choices.tsx";
import { Comparison } from "./comparison.tsx";
import {
  chooseCurrency,
  chooseInterval,
  currenciesOf,
  intervalsOf,
  type Pricing,
  type Wish,
  yearlySaving,
} from "./offer.ts";
import { PlanCard } from "./plan-card.tsx";
import { StructuredData } from "./structured-data.tsx";

/** What a visitor asked a price list for. */
export interface PricingWish {
  currency?: Wish;
  interval?: Wish;
}

interface PriceListProps {
  tenant: PublicTenant;
  pricing: Pricing;
  wish: PricingWish;
  locale: Locale;
  /** The address under which the product is reached. */
  baseUrl: string;
  /** The page's URL with another currency. */
  currencyUrl(currency: string): string;
}

/** The classes of the plans' grid: as many beside one another as have room, and four never as three and one. */
function columnsFor(plans: number): string {
  if (plans === 4) return "sm:grid-cols-2 xl:grid-cols-4";
  return `${plans === 1 ? "max-w-md" : "max-w-5xl"} grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]`;
}

/** Plans, prices and granted features; works without JavaScript. */
export function PriceList({ tenant, pricing, wish, locale, baseUrl, currencyUrl }: PriceListProps) {
  const words = wordsIn(locale, "pricing");
  const currencies = currenciesOf(pricing);
  const currency = chooseCurrency(currencies, wish.currency, locale);
  const intervals = intervalsOf(pricing, currency);
  const interval = chooseInterval(intervals, wish.interval);
  const plans = pricing.products.flatMap((one) => one.plans);
  const saving = Math.max(0, ...plans.map((plan) => yearlySaving(plan, currency)));
  return (
    <div className="group/plans mx-auto w-full max-w-6xl px-5 pb-16 sm:px-8">
      <h1 className="mt-8 mb-8 text-center text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {words("title")}
      </h1>
      {plans.length === 0 && <p className="text-center text-muted">{words("empty")}</p>}
      <PricingChoices
        intervals={intervals}
        interval={interval}
        saving={saving}
        currencies={currencies}
        currency={currency}
        locale={locale}
        currencyUrl={currencyUrl}
      />
      {pricing.products.map((one) => (
        <section key={one.id} aria-labelledby={`product-${one.slug}`} className="mt-12">
          <h2 id={`product-${one.slug}`} className="text-center text-2xl font-semibold tracking-tight">
            {one.name}
          </h2>
          <p className="mx-auto mt-1 max-w-xl text-center text-pretty text-muted">{one.description}</p>
          <div className={`mx-auto mt-8 grid gap-5 ${columnsFor(one.plans.length)}`}>
            {one.plans.map((plan) => (
              <PlanCard
                key={plan.id}
                tenant={tenant}
                plan={plan}
                currency={currency}
                intervals={intervals}
                locale={locale}
              />
            ))}
          </div>
          {one.plans.length > 1 && (
            <Comparison product={one} currency={currency} intervals={intervals} locale={locale} />
          )}
        </section>
      ))}
      <StructuredData tenant={tenant} pricing={pricing} baseUrl={baseUrl} />
    </div>
  );
}
