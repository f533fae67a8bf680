import type Stripe from "stripe";
import type { CardProvider, ProviderBalanceTransaction } from "../port.ts";
import { callStripe, isMissing, listAll } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Balances = Pick<
  CardProvider,
  | "readBalance"
  | "changeBalance"
  | "findBalanceChange"
  | "hasSubscription"
  | "listBalanceTransactions"
  | "listBalanceChangesSince"
  | "listBalances"
>;

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
          amount: Number(amount),
          currency: currency.toLowerCase(),
          description,
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
    listBalanceTransactions: (customerId) => listAll(() => listKnown(stripe, customerId), view),
    // Stripe keeps events for 30 days: https://docs.stripe.com/api/events.
    async *listBalanceChangesSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const customers = listAll(
        () => stripe.events.list({ type: "customer.updated", created, limit: 100 }),
        async (event) =>
          "id" in event.data.object && isOfBalance(event) ? String(event.data.object.id) : null,
      );
      for await (const id of customers) if (id !== null) yield id;
    },
    async *listBalances() {
      const customers = listAll(
        () => stripe.customers.list({ limit: 100, expand: ["data.invoice_credit_balance"] }),
        async ({ id, invoice_credit_balance: credit }) => ({ id, credit: credit ?? {} }),
      );
      for await (const { id: customerId, credit } of customers)
        for (const [currency, amount] of Object.entries(credit))
          if (amount !== 0) yield { customerId, currency: currency.toUpperCase(), balance: -BigInt(amount) };
    },
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

/**
 * Whether a customer.updated may be about the balance. It is sent "whenever any property of a customer changes", with "the names of the
 * updated attributes" (doc comments of CustomerUpdatedEvent and Event.Data in the SDK's Events.d.ts), and `balance` is one: observed with
 * each of 21 balance transactions, https://github.com/LIT-Protocol/chipotle/blob/main/plans/auto-top-up.md. For a balance in another
 * currency than the customer's it is assumed to name `invoice_credit_balance`, which is a property that is only shown on request, or
 * nothing; without names it may be about the balance.
 */
export function isOfBalance({ data: { previous_attributes: before } }: Stripe.Event): boolean {
  const changed = Object.keys(before ?? {});
  return changed.length === 0 || changed.includes("balance") || changed.includes("invoice_credit_balance");
}

async function* listKnown(stripe: Stripe, customerId: string) {
  try {
    yield* stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
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
    currency: one.currency.toUpperCase(),
    amount: BigInt(one.amount),
    endingBalance: BigInt(one.ending_balance),
    type: one.type,
    invoiceId: typeof one.invoice === "string" ? one.invoice : (one.invoice?.id ?? null),
    createdAt: new Date(one.created * 1000),
  };
}
