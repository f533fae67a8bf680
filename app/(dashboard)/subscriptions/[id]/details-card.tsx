"use client";

import { COLLECTED } from "../../../../server/platform/schema/words.ts";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

/** Price, period and identifiers of the subscription. */
export function DetailsCard({ subscription }: { subscription: Subscription }) {
  const { id, plan_price: price } = subscription;
  return (
    <Card aria-label="Details">
      <CardHeader>
        <CardTitle>Details</CardTitle>
      </CardHeader>
      <Details
        items={[
          ["Id", <CopyButton key="id" value={id} className="max-w-40" />],
          [
            "Price",
            `${formatMoney(subscription.recurring_amount, price.currency)} per ${formatInterval(price.interval)}`,
          ],
          ...subscription.drivers.map((driver): [string, string] => [
            driver.feature_name,
            `+${formatQuantity(driver.steps * driver.step_size)} for ${formatMoney(driver.amount, price.currency)}`,
          ]),
          ["Payment", COLLECTED[subscription.provider]],
          ["Period began", <Moment key="start" iso={subscription.current_period_start} isExact />],
          ["Period ends", <Moment key="end" iso={subscription.current_period_end} isExact />],
          ...(subscription.trial_end
            ? [
                ["Trial ends", <Moment key="trial" iso={subscription.trial_end} isExact />] as [
                  string,
                  React.ReactNode,
                ],
              ]
            : []),
          ...(subscription.pending_plan_price_id
            ? [
                [
                  "Pending",
                  <Badge key="pending" tone="caution">
                    New price at the period's end
                  </Badge>,
                ] as [string, React.ReactNode],
              ]
            : []),
          ...(subscription.pending_pack_id
            ? [
                [
                  "Pending",
                  <Badge key="pack" tone="caution">
                    New version of the plan at the period's end
                  </Badge>,
                ] as [string, React.ReactNode],
              ]
            : []),
          [
            "At the provider",
            subscription.provider_subscription_id ? (
              <CopyButton key="provider" value={subscription.provider_subscription_id} className="max-w-40" />
            ) : (
              "–"
            ),
          ],
          ["Created", <Moment key="created" iso={subscription.created_at} isExact />],
          ...(subscription.canceled_at
            ? [
                ["Canceled", <Moment key="canceled" iso={subscription.canceled_at} isExact />] as [
                  string,
                  React.ReactNode,
                ],
              ]
            : []),
          ...(subscription.ended_at
            ? [
                ["Ended", <Moment key="ended" iso={subscription.ended_at} isExact />] as [
                  string,
                  React.ReactNode,
                ],
              ]
            : []),
        ]}
      />
    </Card>
  );
}
