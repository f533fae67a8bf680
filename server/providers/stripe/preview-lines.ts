import type Stripe from "stripe";

/** Far more than the lines that Stripe makes for one change, or that a one-off invoice may have. */
const MAX_LINES = 250;

/** All lines of a preview of an invoice: an answer has the first of them alone. */
export async function linesOf(stripe: Stripe, preview: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  return preview.lines.has_more
    ? stripe.invoices.listLineItems(preview.id).autoPagingToArray({ limit: MAX_LINES })
    : preview.lines.data;
}
