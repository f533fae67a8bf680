import type Stripe from "stripe";
import { isTooLarge } from "../currencies.ts";
import { change } from "../events.ts";
import { type BalanceChange, makeBalanceTransaction } from "../objects/balance-transaction.ts";
import type { Store } from "../store.ts";
import type { HiddenCustomer } from "./credit-balances.ts";

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
    return { customer: { ...customer, balance, currency }, hidden: { balances } };
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

/** Writes down a change of a customer's balance that is made beside it. */
export async function recordBalance(
  store: Store,
  customer: Stripe.Customer,
  made: BalanceChange,
): Promise<Stripe.CustomerBalanceTransaction> {
  const endingBalance = (await balanceIn(store, customer, made.currency)) + made.amount;
  return store.add(makeBalanceTransaction(store.now, { ...made, customer: customer.id, endingBalance }));
}

/** Changes a customer's balance, writes the change down and says so. A customer without a currency takes that of the change. */
export async function changeBalance(
  store: Store,
  before: Stripe.Customer,
  wanted: BalanceChange,
): Promise<Stripe.CustomerBalanceTransaction> {
  const transaction = await recordBalance(store, before, wanted);
  const { customer, hidden } = await withBalanceIn(
    store,
    before,
    wanted.currency,
    transaction.ending_balance,
  );
  await change<Stripe.Customer>(store, "customer.updated", before, customer, hidden);
  return transaction;
}

/**
 * Writes down what an invoice does to the balance. Where it is not charged, all of it goes there:
 * https://docs.stripe.com/billing/customer/balance#types.
 */
export async function recordInvoice(
  store: Store,
  customer: Stripe.Customer,
  { amount_due, currency, ending_balance, id, starting_balance, total }: Stripe.Invoice,
): Promise<void> {
  const amount = (ending_balance ?? 0) - starting_balance;
  if (amount === 0) return;
  const owed = total + starting_balance;
  const isUncharged = owed > 0 && amount_due === 0;
  const uncharged = isTooLarge(owed, currency) ? "invoice_too_large" : "invoice_too_small";
  const type = isUncharged ? uncharged : "applied_to_invoice";
  await recordBalance(store, customer, { amount, currency, invoice: id, type });
}
