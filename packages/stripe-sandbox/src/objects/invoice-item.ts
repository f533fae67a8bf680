import Stripe from "stripe";
import type { LineFacts } from "../billing/lines.ts";
import { newId } from "../ids.ts";
import { pricingOf } from "./invoice-line.ts";

interface Facts {
  customer: string;
  currency: string;
  /** The draft that it goes on; null when it waits for the next one. */
  invoice: string | null;
  clock: string | null;
  line: LineFacts;
}

/** Something to be charged or credited with a coming invoice. */
export function makeInvoiceItem(now: number, { line, ...facts }: Facts): Stripe.InvoiceItem {
  const details = line.subscription !== null && {
    subscription: line.subscription,
    ...(line.item !== null && { subscription_item: line.item }),
  };
  return {
    id: newId("ii"),
    object: "invoiceitem",
    amount: line.amount,
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    date: now,
    description: line.description,
    discountable: line.isDiscountable,
    discounts: [],
    invoice: facts.invoice,
    livemode: false,
    metadata: line.metadata,
    net_amount: line.amount,
    parent: details ? { subscription_details: details, type: "subscription_details" } : null,
    period: line.period,
    pricing: pricingOf(line.price, line.unitAmount),
    proration: line.isProration,
    ...(line.isProration && { proration_details: prorationDetails(line) }),
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    tax_rates: [],
    test_clock: facts.clock,
  };
}

function prorationDetails({ credited }: LineFacts): Stripe.InvoiceItem.ProrationDetails {
  return {
    credited_items: credited && { invoice_line_item_details: credited, type: "invoice_line_items" },
    discount_amounts: [],
  };
}
