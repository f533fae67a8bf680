"use client";

import { BY_CARD } from "../../../../server/platform/schema/provider.ts";
import { COLLECTED } from "../../../../server/platform/schema/words.ts";
import { FactStrip } from "../../../_components/fact-strip.tsx";
import { Day } from "../../../_components/moment.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity, formatRelativeDay } from "../../../_lib/format.ts";
import { useMay } from "../../../_lib/use-loaded.ts";
import {
  type Change,
  type PresentDriver,
  type PriceOption,
  unitsOf,
  waysToChange,
} from "./change-options.ts";
import { ChangePlan } from "./change-plan.tsx";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

interface Props {
  subscription: Subscription;
  /** What its plan sells by the step. */
  drivers: PresentDriver[];
  prices: PriceOption[];
}

/** What a subscription costs, how much it has of what is sold by the step, until when it runs, and how it is paid. */
export function SubscriptionFacts({ subscription, drivers, prices }: Props) {
  const { id, plan_price: price, recurring_amount: amount, provider, created_at: since } = subscription;
  const mayChange = useMay("ADMIN") && waysToChange(prices).steps;
  const change: Change = { id, prices, isByCard: provider === BY_CARD, way: "steps" };
  const { ended_at: ended, trial_end: trialEnd, current_period_end: periodEnd, status } = subscription;
  const end = ended ?? (status === "TRIALING" ? trialEnd : periodEnd);
  return (
    <FactStrip
      label="Facts"
      facts={[
        {
          name: `Price per ${formatInterval(price.interval)}`,
          value: formatMoney(amount, price.currency),
        },
        ...drivers.map((driver) => ({
          name: driver.feature_name,
          value: (
            <span className="flex items-center gap-1">
              {formatQuantity(unitsOf(driver, driver.steps))}
              {mayChange && (
                <ChangePlan
                  change={change}
                  variant="ghost"
                  size="small"
                  className="-my-1 px-1.5 text-link hover:text-link"
                  aria-label={`Change ${driver.feature_name.toLowerCase()}`}
                >
                  Change
                </ChangePlan>
              )}
            </span>
          ),
          detail: <span className="whitespace-normal">{stepsInWords(driver, price.currency)}</span>,
        })),
        {
          name: endName(subscription),
          value: end ? <Day iso={end} /> : "–",
          detail: end && formatRelativeDay(end),
        },
        { name: "Payment", value: COLLECTED[provider] },
        { name: "Since", value: <Day iso={since} />, detail: formatRelativeDay(since) },
      ]}
    />
  );
}

/** "5 included, 3 more at $10.00 each"; with what a change that waits makes of it. */
function stepsInWords(driver: PresentDriver, currency: string): string {
  const { included, steps, step_size: size, step_amount: amount, pending_steps: pending } = driver;
  const each = size === 1 ? "each" : `per\u00a0${formatQuantity(size)}`;
  const more = steps === 0 ? "then" : `${formatQuantity(steps * size)} more at`;
  const words = `${formatQuantity(included)} included, ${more} ${formatMoney(amount, currency)} ${each}`;
  return pending === null || pending === steps
    ? words
    : `${words}; ${formatQuantity(unitsOf(driver, pending))} from the next period`;
}

function endName({ ended_at: ended, canceled_at: canceled, status }: Subscription): string {
  if (ended) return "Ended";
  if (canceled) return "Ends";
  return status === "TRIALING" ? "Trial until" : "Renews";
}
