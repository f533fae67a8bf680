import { Button } from "../_components/ui/button.tsx";
import { pageWords } from "../_i18n/translator.ts";
import { formatMoney } from "../_pricing/money.ts";
import { driversOf, type Interval, isSoldHere, type Plan, type Price } from "../_pricing/offer.ts";
import type { Subscription } from "./subscription-card.tsx";

interface PlanChoiceProps {
  slug: string;
  subscription: Subscription;
  plans: Plan[];
  locale: string;
}

/** Every price of the product in the subscription's currency, with the current one marked. */
export async function PlanChoice({ slug, subscription, plans, locale }: PlanChoiceProps) {
  const [words, pricing] = [await pageWords("portal"), await pageWords("pricing")];
  const isCurrent = ({ id }: Price) => id === subscription.plan_price_id;
  // Of a plan with an address to ask at, only what the customer has: the seller sells the others.
  const offers = plans
    .flatMap((plan) => pricesOf(plan, isCurrent).map((price) => ({ plan, price })))
    .filter(({ plan, price }) => isSoldHere(plan) || isCurrent(price));
  // The current price can be chosen again when steps of it are sold.
  const isFixed = ({ plan, price }: (typeof offers)[number]) =>
    isCurrent(price) && driversOf(plan, price).length === 0;
  if (offers.every(isFixed)) return <p className="text-muted">{words("noOtherPlans")}</p>;
  return (
    <form action={`/p/${slug}/portal/change`} method="get">
      <input type="hidden" name="subscription" value={subscription.id} />
      <fieldset className="space-y-2">
        <legend className="sr-only">{words("changePlan")}</legend>
        {offers.map(({ plan, price }) => (
          <label
            key={price.id}
            className="flex cursor-pointer items-center gap-3 rounded-lg border p-3 has-checked:border-primary has-checked:bg-subtle has-disabled:cursor-default"
          >
            <input
              type="radio"
              name="price"
              value={price.id}
              disabled={isFixed({ plan, price })}
              required
              className="size-4 accent-primary"
            />
            <span className="flex-1 font-medium">
              {plan.name}
              {isCurrent(price) && (
                <span className="block text-xs font-normal text-muted">{words("current")}</span>
              )}
            </span>
            <span className="text-muted tabular-nums">
              {price.amount === 0
                ? pricing("free")
                : `${formatMoney(locale, price.amount, price.currency)} ${pricing(`per${price.interval as Interval}`)}`}
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" className="mt-5 h-11 w-full text-base">
        {words("preview")}
      </Button>
    </form>
  );
}

/** A free plan costs the same for each interval, so only one of its prices is shown. */
function pricesOf({ prices }: Plan, isCurrent: (price: Price) => boolean): Price[] {
  const free =
    prices.find((price) => price.amount === 0 && isCurrent(price)) ??
    prices.find(({ amount }) => amount === 0);
  return prices.filter((price) => price.amount > 0 || price === free);
}
