"use client";

import type { Route } from "next";
import { FactStrip } from "../../../../_components/fact-strip.tsx";
import { Link } from "../../../../_components/link.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatInterval, formatMoney, formatRelativeDay } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { type Balance, creditOf } from "./credit-of.ts";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;
type Subscription = Awaited<ReturnType<Api["subscriptions"]["list"]["query"]>>["data"][number];

/** What a customer pays, owes and has been given, above all that is known. */
export function CustomerFacts({ customer: { id, created_at: since } }: { customer: Customer }) {
  // The parts of the overview ask for the same, under the same names: it is fetched once.
  const { data: subscriptions, error: noSubscriptions } = useLoaded(
    "customer subscriptions",
    id,
    (api, signal) => api.subscriptions.list.query({ customer: id }, { signal }),
  );
  const { data: balance, error: noBalance } = useLoaded("customer balance", id, (api, signal) =>
    api.customers.getBalance.query({ id }, { signal }),
  );
  const { data: late } = useLoaded("customer overdue", id, (api, signal) =>
    api.invoices.sum.query({ customer: id, is_overdue: true }, { signal }),
  );
  const overdue = late?.by_currency
    .map(({ amount_remaining: left, currency }) => formatMoney(left, currency))
    .join(", ");
  const live = subscriptions?.data.filter(({ status }) => status !== "CANCELED") ?? [];
  const waits = (error: unknown) => (error ? "–" : <Skeleton className="my-1.5 h-4 w-20" />);
  return (
    <FactStrip
      label="Facts"
      facts={[
        {
          name: "Pays",
          value: subscriptions ? priceOf(live) : waits(noSubscriptions),
          detail: live.map(({ product, plan }) => `${product.name} ${plan.name}`).join(", "),
        },
        {
          name: "Left to pay",
          value: balance ? sumOf(balance.balances, (one) => one.receivable) : waits(noBalance),
          detail: overdue ? (
            <Link
              href={`/customers/${id}?tab=invoices&overdue=true` as Route}
              className="rounded font-medium text-negative underline underline-offset-2"
            >
              Overdue {overdue}
            </Link>
          ) : (
            "on open invoices"
          ),
        },
        {
          name: "Credit",
          value: balance ? sumOf(balance.balances, (one) => creditOf(one).credit) : waits(noBalance),
          detail: "what the customer is owed",
        },
        { name: "Customer since", value: <Day iso={since} />, detail: formatRelativeDay(since) },
      ]}
    />
  );
}

function priceOf(live: Subscription[]): string {
  if (live.length === 0) return "Nothing";
  return live
    .map(
      ({ recurring_amount: amount, plan_price: { currency, interval } }) =>
        `${formatMoney(amount, currency)} a ${formatInterval(interval)}`,
    )
    .join(", ");
}

/** The amounts in each currency. */
function sumOf(balances: Balance[], part: (balance: Balance) => number): string {
  const amounts = balances.filter((one) => part(one) > 0);
  return amounts.length === 0
    ? "None"
    : amounts.map((one) => formatMoney(part(one), one.currency)).join(", ");
}
