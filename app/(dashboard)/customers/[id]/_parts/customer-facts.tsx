"use client";

import type { Route } from "next";
import { BY_CARD } from "../../../../../server/platform/schema/provider.ts";
import { type Fact, FactStrip } from "../../../../_components/fact-strip.tsx";
import { Link } from "../../../../_components/link.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { formatInterval, formatMoney, formatRelativeDay } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { type Balance, creditOf } from "./credit-of.ts";
import { isLive, type Subscription, useSubscriptions } from "./use-subscriptions.ts";

/** What of a customer's invoices is overdue. */
export const useOverdue = (id: string) =>
  useLoaded("customer overdue", id, (api, signal) =>
    api.invoices.sum.query({ customer: id, is_overdue: true }, { signal }),
  );

/** What one asks of a customer first: what they pay, owe and have to their credit, and when they pay next. */
export function CustomerFacts({ customerId: id }: { customerId: string }) {
  const { data: subscriptions, error: noSubscriptions } = useSubscriptions(id);
  const { data: balance, error: noBalance } = useLoaded("customer balance", id, (api, signal) =>
    api.customers.getBalance.query({ id }, { signal }),
  );
  const { data: late, error: noLate } = useOverdue(id);
  const overdue = late?.by_currency
    .map(({ amount_remaining: left, currency }) => formatMoney(left, currency))
    .join(", ");
  const owes = balance && sumOf(balance.balances, (one) => one.receivable);
  const live = subscriptions?.data.filter(isLive) ?? [];
  const waits = (error: unknown) => (error ? "–" : <Skeleton className="my-1.5 h-4 w-20" />);
  // What is first is known with what is overdue: until then neither is shown.
  const isOrdered = late !== undefined || noLate !== null;
  const pays = {
    name: "Pays",
    value: subscriptions && isOrdered ? priceOf(live) : waits(noSubscriptions),
    detail: isOrdered && live.map(({ product, plan }) => `${product.name} ${plan.name}`).join(", "),
  };
  const debt = {
    name: "Owes",
    value:
      owes && isOrdered ? <span className={overdue ? "text-negative" : ""}>{owes}</span> : waits(noBalance),
    detail: overdue ? (
      <Link
        href={`/customers/${id}?tab=invoices&overdue=true` as Route}
        className="rounded font-medium text-negative underline underline-offset-2"
      >
        {overdue === owes ? "All of it is overdue" : `Overdue ${overdue}`}
      </Link>
    ) : (
      "on open invoices"
    ),
  };
  return (
    <FactStrip
      label="Facts"
      facts={[
        ...(overdue ? [debt, pays] : [pays, debt]),
        {
          name: "Credit balance",
          value: balance ? sumOf(balance.balances, (one) => creditOf(one).credit) : waits(noBalance),
        },
        subscriptions ? nextOf(live) : { name: "Next payment", value: waits(noSubscriptions) },
      ]}
    />
  );
}

/** When money is asked for next: a charge of the card, or an invoice. */
function nextOf(live: Subscription[]): Fact {
  const [next] = live
    .flatMap(({ canceled_at: canceled, status, trial_end: trialEnd, current_period_end: end, ...rest }) => {
      const at = status === "TRIALING" ? (trialEnd ?? end) : end;
      return canceled === null && status !== "PAUSED" && rest.recurring_amount > 0 && at
        ? { at, provider: rest.provider }
        : [];
    })
    .toSorted((one, other) => one.at.localeCompare(other.at));
  if (!next) return { name: "Next payment", value: "None" };
  return {
    name: next.provider === BY_CARD ? "Next charge" : "Next invoice",
    value: <Day iso={next.at} />,
    detail: `${formatRelativeDay(next.at)}, ${next.provider === BY_CARD ? "by card" : "by transfer"}`,
  };
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
    ? "Nothing"
    : amounts.map((one) => formatMoney(part(one), one.currency)).join(", ");
}
