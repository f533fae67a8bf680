import { Button } from "../_components/ui/button.tsx";
import { pageWords } from "../_i18n/translator.ts";
import { DriverSteps } from "../_pricing/driver-steps.tsx";
import { formatMoney } from "../_pricing/money.ts";
import type { Driver, Interval, Price } from "../_pricing/offer.ts";
import type { Subscription } from "./subscription-card.tsx";

/** By which the form that confirms the change finds the choice that it prices. */
export const STEPS_FORM_ID = "steps";

interface StepsFormProps {
  slug: string;
  subscription: Subscription;
  price: Price;
  /** The drivers with the number of steps of each. */
  drivers: (Driver & { steps: number })[];
  /** The promotion code that goes along; empty: none. */
  code: string;
  locale: string;
}

/** Asks for the number of steps of each driver; the page then shows what they cost. */
export async function StepsForm({ slug, subscription, price, drivers, code, locale }: StepsFormProps) {
  const [words, pricing] = [await pageWords("portal"), await pageWords("pricing")];
  const per = pricing(`per${price.interval as Interval}`);
  return (
    <form id={STEPS_FORM_ID} action={`/p/${slug}/portal/change`} method="get" className="mb-6">
      <input type="hidden" name="subscription" value={subscription.id} />
      <input type="hidden" name="price" value={price.id} />
      {code !== "" && <input type="hidden" name="code" value={code} />}
      {drivers.map((driver) => (
        <DriverSteps
          key={driver.key}
          driver={driver}
          initial={driver.steps}
          baseAmount={drivers.length === 1 ? price.amount : null}
          locale={locale}
          currency={price.currency}
          words={{
            addMore: pricing("addMore", { name: driver.name }),
            fewer: pricing("fewer", { name: driver.name }),
            greater: pricing("greater", { name: driver.name }),
            step: pricing("more", {
              step: driver.stepSize,
              price: formatMoney(locale, driver.stepAmount, price.currency),
              per,
            }),
            total: pricing("total", { price: "{price}", per }),
          }}
        />
      ))}
      <Button type="submit" variant="secondary" className="h-10 px-4">
        {words("preview")}
      </Button>
    </form>
  );
}
