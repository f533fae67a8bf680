"use client";

import { COLLECTED } from "../../../../server/platform/schema/words.ts";
import { FactStrip } from "../../../_components/fact-strip.tsx";
import { Day } from "../../../_components/moment.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity, formatRelativeDay } from "../../../_lib/format.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

/** What a subscription costs, until when it runs, and how it is paid. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { plan_price: price, recurring_amount: amount, drivers, provider, created_at: since } = subscription;
  const { ended_at: ended, trial_end: trialEnd, current_period_end: periodEnd, status } = subscription;
  const end = ended ?? (status === "TRIALING" ? trialEnd : periodEnd);
  return (
    <FactStrip
      label="Facts"
      facts={[
        {
          name: `Price per ${formatInterval(price.interval)}`,
          value: formatMoney(amount, price.currency),
          detail: drivers
            .map(
              ({ feature_name: name, steps, step_size: size }) => `${name}: +${formatQuantity(steps * size)}`,
            )
            .join(", "),
        },
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

function endName({ ended_at: ended, canceled_at: canceled, status }: Subscription): string {
  if (ended) return "Ended";
  if (canceled) return "Ends";
  return status === "TRIALING" ? "Trial until" : "Renews";
}
