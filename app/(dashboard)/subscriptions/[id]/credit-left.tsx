"use client";

import { BY_CARD } from "../../../../server/platform/schema/provider.ts";
import type { Api } from "../../../_lib/api.ts";
import { formatMoney } from "../../../_lib/format.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

/** What the customer's credit comes to, where some is left, and what becomes of it when the subscription ends; else nothing. */
export function CreditLeft({ subscription }: { subscription: Subscription }) {
  const { customer, provider, plan_price: price } = subscription;
  const { data } = useLoaded("customer balance", customer.id, (api, signal) =>
    api.customers.getBalance.query({ id: customer.id }, { signal }),
  );
  const balance = data?.balances
    .find(({ currency }) => currency === price.currency)
    ?.providers.find((one) => one.provider === provider);
  // What waits is invoiced at the end, less the credit.
  const left = balance ? balance.credit - balance.waiting : 0;
  if (left <= 0) return null;
  const stays =
    provider === BY_CARD
      ? "It stays the customer’s, and their next invoice by card uses it"
      : "It waits for an invoice of this subscription, and after the end there is none";
  return (
    <span className="block">
      {`The customer has ${formatMoney(left, price.currency)} of credit. ${stays}. Canceling gives no money back${provider === BY_CARD ? "" : ": “Settle credit” on the customer’s page does that afterwards, gives it to another subscription, or writes it off"}.`}
    </span>
  );
}
