"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { type FieldValues, type UseFormReturn, useController } from "react-hook-form";
import type { Interval } from "../../../../server/platform/schema/interval.ts";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Select } from "../../../_components/ui/select.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { wordsIn } from "../../../_i18n/words.ts";
import { formatDayCount, formatInterval, formatMoney } from "../../../_lib/format.ts";
import { wordsByInterval } from "../../../_pricing/feature-words.ts";
import { type Driver, driversOf } from "../../../_pricing/offer.ts";
import { StepsField } from "../_steps/steps-field.tsx";
import { Choices, Segments } from "./choices.tsx";
import { type Offer, offerWith, type Price, priceFor } from "./offers.ts";
import type { PlanPreview } from "./use-start-preview.ts";

const EVERY: Record<Interval, string> = { DAY: "Daily", WEEK: "Weekly", MONTH: "Monthly", YEAR: "Yearly" };
const MOST_FEATURES = 5;

interface Props {
  form: UseFormReturn<FieldValues>;
  offers: Offer[];
  /** What the server says of the chosen plan. */
  plan: PlanPreview | undefined;
}

/** What is sold: the plan, how often it is paid, in which currency, and how many steps more. */
export function PlanPart({ form, offers, plan }: Props) {
  const price = useController({ control: form.control, name: "plan_price_id" }).field;
  const chosen = offerWith(offers, price.value);
  const now = chosen?.prices.find((one) => one.id === price.value);
  const error = form.formState.errors.plan_price_id?.message;
  const wish = { currency: now?.currency, interval: now?.interval };
  const products = [...Map.groupBy(offers, ({ product }) => product.id).values()];
  const choosePlan = (planId: string) => {
    const offer = offers.find((one) => one.plan.id === planId);
    if (offer) price.onChange(priceFor(offer, wish).id);
    // Steps are of the plan that was left.
    form.setValue("drivers", "");
  };
  const choices = (of: Offer[]) =>
    of.map((offer) => {
      const shown = offer.plan.id === chosen?.plan.id && now ? now : priceFor(offer, wish);
      return {
        value: offer.plan.id,
        title: (
          <span className="flex flex-wrap items-center gap-2">
            {offer.plan.name}
            {offer.plan.is_highlighted && <Badge tone="notice">Recommended</Badge>}
            {!offer.plan.is_public && <Badge>Not on the price list</Badge>}
          </span>
        ),
        detail: offer.plan.description,
        aside: <PriceLines price={shown} />,
        more: offer === chosen && now && (
          <div className="space-y-4">
            <Grants plan={plan} price={now} />
            <Terms offer={chosen} price={now} onChoose={price.onChange} />
            {plan && <Steps form={form} drivers={driversOf(plan.plan, now)} price={now} />}
          </div>
        ),
      };
    });
  return (
    <Card aria-label="Plan">
      <CardHeader>
        <CardTitle>Plan</CardTitle>
      </CardHeader>
      <div className="divide-y px-4">
        {products.map((of) => (
          <div key={of[0]?.product.id}>
            {products.length > 1 && (
              <h3 className="pt-3 pb-1 text-xs font-medium text-muted">{of[0]?.product.name}</h3>
            )}
            <Choices
              label={products.length > 1 ? `Plans of ${of[0]?.product.name}` : "Plan"}
              choices={choices(of)}
              value={chosen?.plan.id ?? ""}
              onChoose={choosePlan}
              error={of === products[0] && typeof error === "string" ? error : undefined}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}

function PriceLines({ price }: { price: Price }) {
  return (
    <>
      <span className="block font-medium">
        {price.amount === 0 ? "Free" : formatMoney(price.amount, price.currency)}
        {price.amount > 0 && (
          <span className="font-normal text-muted"> a {formatInterval(price.interval)}</span>
        )}
      </span>
      {price.trial_days > 0 && (
        <span className="block text-xs text-muted">{formatDayCount(price.trial_days)} free</span>
      )}
    </>
  );
}

/** The main features, as the price list has them. */
function Grants({ plan, price }: { plan: PlanPreview | undefined; price: Price }) {
  if (!plan) return <Skeleton className="h-24 w-full" />;
  const { currency, interval } = price;
  const sold = { plan: plan.plan, currency, intervals: [interval], locale: "en" };
  const granted = plan.plan.features
    .filter(({ enabled }) => enabled)
    .map((feature) => {
      const [words] = wordsByInterval(wordsIn("en", "pricing"), feature, sold);
      return { ...feature, ...words?.shown };
    });
  const left = granted.length - MOST_FEATURES;
  return (
    <ul className="space-y-1 text-xs text-muted">
      {granted.slice(0, MOST_FEATURES).map(({ key, name, type, value, note }) => (
        <li key={key} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-3 shrink-0 text-positive" />
          <span className="min-w-0 text-pretty">
            {type === "BOOLEAN" ? name : `${name}: ${String(value)}`}
            {note && `, ${note}`}
          </span>
        </li>
      ))}
      {left > 0 && <li className="pl-5">and {left} more</li>}
    </ul>
  );
}

/** How often it is paid and in which currency, where the plan has several. */
function Terms({ offer, price, onChoose }: { offer: Offer; price: Price; onChoose: (id: string) => void }) {
  const id = useId();
  const currencies = [...new Set(offer.prices.map(({ currency }) => currency))].toSorted();
  const inCurrency = offer.prices.filter(({ currency }) => currency === price.currency);
  const intervals = [...new Set(inCurrency.map(({ interval }) => interval))];
  const alike = inCurrency.filter(({ interval }) => interval === price.interval);
  if (currencies.length + intervals.length + alike.length === 3) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      {intervals.length > 1 && (
        <Segments
          label="Paid"
          options={intervals.map((value) => ({ value, label: EVERY[value] }))}
          value={price.interval}
          onChoose={(interval) => {
            const wanted = inCurrency.find((one) => one.interval === interval);
            if (wanted) onChoose(wanted.id);
          }}
        />
      )}
      {currencies.length > 1 && (
        <div className="w-28 space-y-1.5">
          <Label htmlFor={`${id}-currency`}>Currency</Label>
          <Select
            id={`${id}-currency`}
            value={price.currency}
            onChange={({ target: { value: currency } }) =>
              onChoose(priceFor(offer, { currency, interval: price.interval }).id)
            }
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </div>
      )}
      {alike.length > 1 && (
        <div className="w-44 space-y-1.5">
          <Label htmlFor={`${id}-price`}>Price</Label>
          <Select id={`${id}-price`} value={price.id} onChange={({ target }) => onChoose(target.value)}>
            {alike.map((one) => (
              <option key={one.id} value={one.id}>
                {`${formatMoney(one.amount, one.currency)} a ${formatInterval(one.interval)}`}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
}

interface Step {
  feature_key: string;
  steps: number;
}

/** How much more of each feature is bought that is sold by the step. */
function Steps({ form, drivers, price }: { form: Props["form"]; drivers: Driver[]; price: Price }) {
  const { value, onChange } = useController({ control: form.control, name: "drivers" }).field;
  const problem = form.formState.errors.drivers?.message;
  const error = typeof problem === "string" ? problem : undefined;
  const bought: Step[] = Array.isArray(value) ? value : [];
  if (drivers.length === 0) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {drivers.map((driver) => (
        <StepsField
          key={driver.key}
          driver={driver}
          price={price}
          value={String(bought.find((one) => one.feature_key === driver.key)?.steps ?? "")}
          error={error}
          onChange={(digits) => {
            const others = bought.filter((one) => one.feature_key !== driver.key);
            const all = digits ? [...others, { feature_key: driver.key, steps: Number(digits) }] : others;
            onChange(all.length > 0 ? all : "");
          }}
        />
      ))}
    </div>
  );
}
