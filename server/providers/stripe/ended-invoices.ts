import type Stripe from "stripe";
import type { CardProvider, EndedInvoice } from "../port.ts";
import { callStripe } from "./errors.ts";
import { hasEnded } from "./invoicing.ts";
import { issueOwn } from "./own-invoices.ts";

/** Names the ended subscription that an invoice of its customer's is for. */
const LAST_OF = "usher_last_invoice_of";

/** The provider's subscription that an invoice is for, live or ended; null when it is for none. */
export function subscriptionOfInvoice({ metadata, parent }: Stripe.Invoice): string | null {
  const named = parent?.subscription_details?.subscription;
  const own = typeof named === "string" ? named : named?.id;
  return own ?? metadata?.[LAST_OF] ?? null;
}

/** What was invoiced for a subscription after it ended, newest first; none for one that is live. */
export async function listLastInvoices(stripe: Stripe, id: string): Promise<Stripe.Invoice[]> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (!hasEnded(subscription)) return [];
  const { customer } = subscription;
  const { data } = await stripe.invoices.list({
    customer: typeof customer === "string" ? customer : customer.id,
    limit: 100,
  });
  return data.filter(({ metadata }) => metadata?.[LAST_OF] === id);
}

/** Invoices what is owed for subscriptions that have ended. */
export function endedInvoices(stripe: Stripe): Pick<CardProvider, "invoiceEnded"> {
  return { invoiceEnded: (input) => callStripe(() => invoiceEnded(stripe, input)) };
}

/**
 * A draft of the customer's takes the amounts, because the subscription takes none, and is issued when it has them all. Each step is
 * searched for before it is made, so that the next call continues where one ended. What a person issued without all of them is followed
 * by another invoice for the rest.
 */
async function invoiceEnded(stripe: Stripe, { subscriptionId, ...input }: EndedInvoice): Promise<void> {
  const metadata = { [LAST_OF]: subscriptionId };
  await issueOwn(stripe, { ...input, paymentMethodId: null, hasAutomaticTax: false, metadata });
}
