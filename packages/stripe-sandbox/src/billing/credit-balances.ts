import type Stripe from "stripe";
import type { Store } from "../store.ts";

/** What a customer has in currencies other than their own; positive where they owe it. */
export interface HiddenCustomer {
  balances: Record<string, number>;
}

/**
 * What a customer has to their credit in each currency: above 0 where `balance` is below it. Only answered when it is expanded:
 * SDK, Customer.invoice_credit_balance; docs invoicing/multi-currency-customers.
 */
export async function creditBalances(store: Store, id: string): Promise<Record<string, number>> {
  const { balance, currency } = await store.get<Stripe.Customer>("customer", id);
  const { balances = {} } = await store.hidden<HiddenCustomer>(id);
  const owed = { ...balances, ...(currency && { [currency]: balance }) };
  return Object.fromEntries(Object.entries(owed).map(([name, amount]) => [name, 0 - amount]));
}
