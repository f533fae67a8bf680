import type Stripe from "stripe";
import type { CardProvider, ProviderBalanceTransaction } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Balances = Pick<CardProvider, "readBalance" | "changeBalance" | "findBalanceChange" | "hasSubscription">;

/** Stripe lists the newest first; what we added is among the customer's newest. */
const MAX_LISTED = 1000;

/** The customer's balance at Stripe: https://docs.stripe.com/billing/customer/balance. */
export function balances(stripe: Stripe): Balances {
  return {
    readBalance: (input) => callStripe(() => read(stripe, input)),
    changeBalance: ({ key, customerId, currency, amount, description }) =>
      callStripe(async () => {
        const made = await find(stripe, customerId, key);
        if (made) return view(made);
        const params = {
          ...{ amount: Number(amount), currency: currency.toLowerCase(), description },
          metadata: { usher_key: key },
        };
        const one = await withIdempotencyKey(
          key,
          (options) => stripe.customers.createBalanceTransaction(customerId, params, options),
          () => find(stripe, customerId, key),
        );
        return view(one);
      }),
    findBalanceChange: ({ customerId, key }) =>
      callStripe(async () => {
        const made = await find(stripe, customerId, key);
        return made ? view(made) : null;
      }),
    hasSubscription: ({ customerId, currency }) =>
      callStripe(async () => {
        // "If no value is supplied, all subscriptions that have not been canceled are returned": SubscriptionListParams.status.
        for await (const one of stripe.subscriptions.list({ customer: customerId, limit: 100 }))
          if (one.status !== "incomplete_expired" && one.currency === currency.toLowerCase()) return true;
        return false;
      }),
  };
}

/**
 * `balance` is that of the customer's own currency; `invoice_credit_balance` has every currency, with the other sign (doc comments of
 * both in the SDK's Customers.d.ts).
 */
async function read(
  stripe: Stripe,
  { customerId, currency }: { customerId: string; currency: string },
): Promise<bigint> {
  const customer = await unlessMissing(() =>
    stripe.customers.retrieve(customerId, { expand: ["invoice_credit_balance"] }),
  );
  if (!customer || customer.deleted) return 0n;
  return -BigInt(customer.invoice_credit_balance?.[currency.toLowerCase()] ?? 0);
}

/** Searched for, because Stripe removes an idempotency key after a day. */
async function find(
  stripe: Stripe,
  customerId: string,
  key: string,
): Promise<Stripe.CustomerBalanceTransaction | undefined> {
  const known = await unlessMissing(() =>
    stripe.customers
      .listBalanceTransactions(customerId, { limit: 100 })
      .autoPagingToArray({ limit: MAX_LISTED }),
  );
  return known?.find(({ metadata }) => metadata?.usher_key === key);
}

/** undefined for a customer whom Stripe does not have any more. */
async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function view(one: Stripe.CustomerBalanceTransaction): ProviderBalanceTransaction {
  return {
    id: one.id,
    key: one.metadata?.usher_key ?? null,
    amount: BigInt(one.amount),
    endingBalance: BigInt(one.ending_balance),
  };
}
