import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { type Failure, invalid } from "../wire/failure.ts";
import { isOver } from "./subscriptions.ts";

/** A price in another currency than what it is for, in Stripe's words. */
export function otherCurrency(price: Stripe.Price, currency: string, param: string): Failure {
  const message = `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`;
  return invalid(message, { param });
}

/**
 * Refuses to start a subscription in a second currency while one runs, or an invoice item waits, in another:
 * https://docs.stripe.com/invoicing/multi-currency-customers. The sentence is an observed answer
 * (https://github.com/Automattic/woocommerce-payments/issues/7732); it has neither a code nor a parameter.
 */
export async function refuseSecondCurrency(store: Store, customer: string, currency: string): Promise<void> {
  const subscriptions = await store.all<Stripe.Subscription>("subscription", { where: { customer } });
  const items = await store.all<Stripe.InvoiceItem>("invoiceitem", { where: { customer, invoice: null } });
  const live = [...subscriptions.filter((one) => !isOver(one)), ...items];
  const other = live.find((one) => one.currency !== currency);
  if (other) throw combined(other.currency);
}

/** The same for a checkout: an open one counts, too. */
export async function refuseSecondCheckoutCurrency(
  store: Store,
  customer: string,
  currency: string,
): Promise<void> {
  await refuseSecondCurrency(store, customer, currency);
  const where = { customer, mode: "subscription", status: "open" };
  const sessions = await store.all<Stripe.Checkout.Session>("checkout.session", { where });
  const other = sessions.find((one) => one.currency !== null && one.currency !== currency);
  if (other?.currency) throw combined(other.currency);
}

function combined(currency: string): Failure {
  return invalid(
    "You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, " +
      `discount, quote, or invoice item with currency ${currency}.`,
  );
}
