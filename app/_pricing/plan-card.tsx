import { Check } from "lucide-react";
import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";
import { wordsByInterval } from "./feature-words.ts";
import { SHOWN } from "./interval.ts";
import type { Interval, Plan } from "./offer.ts";
import { ContactOffer, PlanOffer } from "./plan-offer.tsx";

interface PlanCardProps {
  tenant: PublicTenant;
  plan: Plan;
  currency: string;
  intervals: Interval[];
  locale: Locale;
}

/** A plan: description, prices, and granted features. */
export function PlanCard({ tenant, plan, currency, intervals, locale }: PlanCardProps) {
  const words = wordsIn(locale, "pricing");
  const known = plan.includes?.feature_keys ?? [];
  const granted = plan.features.filter(({ enabled, key }) => enabled && !known.includes(key));
  return (
    <article
      className={`flex flex-col rounded-xl border bg-surface p-6 shadow-card ${plan.is_highlighted ? "border-primary" : ""}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-semibold tracking-tight">{plan.name}</h3>
        {plan.is_highlighted && (
          <span className="rounded-full bg-primary px-2.5 py-0.5 text-xs font-medium text-primary-foreground">
            {words("recommended")}
          </span>
        )}
      </div>
      <p className="mt-1 text-pretty sm:min-h-10 text-muted">{plan.description}</p>
      <div className="mt-5">
        {plan.contact_url && plan.prices.length === 0 && (
          <ContactOffer url={plan.contact_url} locale={locale} />
        )}
        {(plan.contact_url && plan.prices.length === 0 ? [] : intervals).map((interval) => (
          <PlanOffer
            key={interval}
            tenant={tenant}
            plan={plan}
            currency={currency}
            interval={interval}
            locale={locale}
          />
        ))}
      </div>
      {plan.includes && (
        <p className="mt-6 border-t pt-5 font-medium">
          {words("everythingIn", { plan: plan.includes.name })}
        </p>
      )}
      <ul className={plan.includes ? "mt-3 space-y-2.5" : "mt-6 space-y-2.5 border-t pt-5"}>
        {granted.map((feature) => {
          const offers = wordsByInterval(words, feature, { plan, currency, intervals, locale });
          return (
            <li key={feature.key} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
              {offers.map(({ interval, shown: { value, note } }) => (
                <span key={interval} className={interval === null ? undefined : SHOWN[interval]}>
                  {feature.type === "BOOLEAN" ? feature.name : `${feature.name}: ${value}`}
                  {note && <span className="block text-xs text-muted">{note}</span>}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </article>
  );
}
