"use client";

import type { ReactNode } from "react";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { ForDevelopers } from "../../_history/for-developers.tsx";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

/** The exact times of the running period, and whether another version of the plan follows. */
export function DetailsCard({ subscription }: { subscription: Subscription }) {
  const { pending_pack_id: pack } = subscription;
  const moment = (name: string, iso: string | null): [string, ReactNode][] =>
    iso === null ? [] : [[name, <Moment key={name} iso={iso} isExact />]];
  return (
    <Card aria-label="Details">
      <CardHeader>
        <CardTitle>Details</CardTitle>
      </CardHeader>
      <Details
        items={[
          ...moment("Period began", subscription.current_period_start),
          ...moment("Period ends", subscription.current_period_end),
          ...(subscription.trial_end === subscription.current_period_end
            ? []
            : moment("Trial ends", subscription.trial_end)),
          ...(pack !== null
            ? [["From the next period", "the plan’s newer version"] as [string, string]]
            : []),
          ...moment("Canceled", subscription.canceled_at),
        ]}
      />
    </Card>
  );
}

/** The ids by which the API and the card provider know the subscription. */
export function SubscriptionIds({ subscription }: { subscription: Subscription }) {
  const { id, provider_subscription_id: remote, plan_price: price } = subscription;
  return (
    <ForDevelopers>
      <Details
        items={[
          ["Usher’s id", <CopyButton key="id" value={id} className="max-w-40" />],
          ["Price", <CopyButton key="price" value={price.id} className="max-w-40" />],
          ...(remote
            ? [
                ["At the card provider", <CopyButton key="remote" value={remote} className="max-w-40" />] as [
                  string,
                  ReactNode,
                ],
              ]
            : []),
        ]}
      />
    </ForDevelopers>
  );
}
