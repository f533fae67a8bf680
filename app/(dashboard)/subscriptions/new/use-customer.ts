"use client";

import { useLoaded } from "../../../_lib/use-loaded.ts";
import { creditOf } from "../../customers/[id]/_parts/credit-of.ts";

/** What is known of the chosen customer, under the names under which the customer's page loads it; nothing of none. */
export function useCustomer(id: string | undefined) {
  const of = id ?? "";
  const wanted = { isWanted: id !== undefined };
  const {
    data: customer,
    error,
    refetch,
  } = useLoaded("customer", of, (api, signal) => api.customers.get.query({ id: of }, { signal }), wanted);
  const { data: subscriptions } = useLoaded(
    "customer subscriptions",
    of,
    (api, signal) => api.subscriptions.list.query({ customer: of }, { signal }),
    wanted,
  );
  const { data: balance } = useLoaded(
    "customer balance",
    of,
    (api, signal) => api.customers.getBalance.query({ id: of }, { signal }),
    wanted,
  );
  const { data: cards } = useLoaded(
    "payment methods",
    of,
    (api, signal) => api.paymentMethods.list.query({ customer: of }, { signal }),
    wanted,
  );
  const running = subscriptions?.data.filter(({ status }) => status !== "CANCELED");
  const owed = balance?.balances.find((one) => one.credit !== 0 || one.waiting !== 0 || one.receivable !== 0);
  return {
    customer,
    error,
    refetch,
    running,
    cards: cards?.data,
    credits: balance?.balances
      .map((one) => ({ currency: one.currency, credit: creditOf(one).credit }))
      .filter(({ credit }) => credit > 0),
    /** What they are billed in: of the newest subscription that runs, else of what they owe or are owed. */
    currency: running && balance ? (running[0]?.plan_price.currency ?? owed?.currency) : undefined,
  };
}

export type KnownCustomer = ReturnType<typeof useCustomer>;
