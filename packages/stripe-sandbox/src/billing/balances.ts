import type Stripe from "stripe";
import type { Store } from "../store.ts";

/** What a customer has in currencies other than their own; positive where they owe it. */
interface HiddenCustomer {
  balances: Record<string, number>;
}

/**
 * A customer's balance in the currency of an invoice. One in another currency does not apply to it:
 * https://docs.stripe.com/invoicing/multi-currency-customers.
 */
export async function balanceIn(store: Store, customer: Stripe.Customer, currency: string): Promise<number> {
  if ((customer.currency ?? currency) === currency) return customer.balance;
  const { balances = {} } = await store.hidden<HiddenCustomer>(customer.id);
  return balances[currency] ?? 0;
}

/** The customer with another balance in a currency, and what of them is kept out of sight. */
export async function withBalanceIn(
  store: Store,
  customer: Stripe.Customer,
  currency: string,
  balance: number,
): Promise<{ customer: Stripe.Customer; hidden: HiddenCustomer }> {
  const { balances = {} } = await store.hidden<HiddenCustomer>(customer.id);
  if ((customer.currency ?? currency) === currency)
    return { customer: { ...customer, balance }, hidden: { balances } };
  return { customer, hidden: { balances: { ...balances, [currency]: balance } } };
}

/** The customer with the currency of a subscription as their own: a balance in the one before is kept for later invoices. */
export async function withCurrency(
  store: Store,
  customer: Stripe.Customer,
  currency: string,
): Promise<Stripe.Customer> {
  const before = customer.currency ?? currency;
  if (before === currency) return store.put<Stripe.Customer>({ ...customer, currency });
  const { balances = {} } = await store.hidden<HiddenCustomer>(customer.id);
  const { [currency]: balance = 0, ...others } = balances;
  return store.put<Stripe.Customer>({ ...customer, currency, balance }, {
    balances: { ...others, [before]: customer.balance },
  } satisfies HiddenCustomer);
}
