import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { Button } from "../_components/ui/button.tsx";
import { wordsIn } from "../_i18n/words.ts";
import { callToAction } from "./call-to-action.ts";
import { DriverSteps } from "./driver-steps.tsx";
import { SHOWN } from "./interval.ts";
import { formatMoney } from "./money.ts";
import { driversOf, type Interval, type Plan, priceOf } from "./offer.ts";

interface PlanOffer {
  tenant: PublicTenant;
  plan: Plan;
  currency: string;
  interval: Interval;
  locale: Locale;
}

/** The plan's price for one interval, and its call to action. */
export function PlanOffer({ tenant, plan, currency, interval, locale }: PlanOffer) {
  const words = wordsIn(locale, "pricing");
  const price = priceOf(plan, currency, interval);
  if (!price) return <p className={`${SHOWN[interval]} text-muted`}>{words("notInInterval")}</p>;
  const amount = formatMoney(locale, price.amount, currency);
  const per = words(`per${interval}`);
  const { trial_days: days, trial_needs_card: needsCard } = price;
  const trial =
    days > 0 ? words(needsCard ? "trialCard" : "trialNoCard", { days, price: amount, per }) : null;
  const action = callToAction(tenant, plan, price);
  const drivers = action.priceId === null ? [] : driversOf(plan, price);
  return (
    <div className={SHOWN[interval]}>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-4xl font-semibold tracking-tight tabular-nums">
          {price.amount === 0 ? words("free") : amount}
        </span>
        {price.amount > 0 && <span className="text-muted">{per}</span>}
      </p>
      <p className="mt-1 min-h-5 text-[0.8125rem] text-muted">{trial}</p>
      {plan.contact_url ? (
        <ContactLink url={plan.contact_url} locale={locale} />
      ) : (
        <form action={action.path} method="get" className="mt-4" data-usher-choice>
          {action.priceId && <input type="hidden" name="price" value={action.priceId} />}
          {drivers.map((driver) => (
            <DriverSteps
              key={driver.key}
              driver={driver}
              baseAmount={drivers.length === 1 ? price.amount : null}
              locale={locale}
              currency={currency}
              words={{
                addMore: words("addMore", { name: driver.name }),
                fewer: words("fewer", { name: driver.name }),
                greater: words("greater", { name: driver.name }),
                step: words("more", {
                  step: driver.stepSize,
                  price: formatMoney(locale, driver.stepAmount, currency),
                  per,
                }),
                // The browser fills in the amount, because only it knows the chosen steps.
                total: words("total", { price: "{price}", per }),
              }}
            />
          ))}
          <Button
            type="submit"
            variant={price.amount === 0 ? "secondary" : "primary"}
            className="h-10 w-full whitespace-normal"
          >
            {words(action.words, { plan: plan.name })}
          </Button>
        </form>
      )}
    </div>
  );
}

/** What a plan without a price shows, which is sold in a conversation. */
export function ContactOffer({ url, locale }: { url: string; locale: Locale }) {
  const words = wordsIn(locale, "pricing");
  return (
    <>
      <p className="text-2xl font-semibold tracking-tight">{words("onRequest")}</p>
      <ContactLink url={url} locale={locale} />
    </>
  );
}

function ContactLink({ url, locale }: { url: string; locale: Locale }) {
  return (
    <Button asChild variant="secondary" className="mt-4 h-10 w-full whitespace-normal">
      <a href={url}>{wordsIn(locale, "pricing")("contactSales")}</a>
    </Button>
  );
}
