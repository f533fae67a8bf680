import Stripe from "stripe";
import type { LineFacts } from "../billing/lines.ts";
import { newId } from "../ids.ts";

/** A line as an invoice shows it, without discounts. */
export function makeLine(invoice: string, currency: string, facts: LineFacts): Stripe.InvoiceLineItem {
  return {
    id: newId("il"),
    object: "line_item",
    amount: facts.amount,
    currency,
    description: facts.description,
    discount_amounts: [],
    discountable: facts.isDiscountable,
    discounts: facts.discounts ?? [],
    invoice,
    livemode: false,
    metadata: facts.metadata,
    parent: parentOf(facts),
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: pricingOf(facts.price, facts.unitAmount),
    quantity: facts.quantity,
    quantity_decimal: Stripe.Decimal.from(facts.quantity),
    subscription: facts.subscription,
    subtotal: facts.amount,
    taxes: [],
  };
}

/** How a line came about: by a subscription's item or by an invoice item. */
function parentOf(facts: LineFacts): Stripe.InvoiceLineItem.Parent {
  const proration = facts.isProration;
  const proration_details = { credited_items: facts.credited };
  if (facts.item !== null) {
    return {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: facts.invoiceItem,
        proration,
        proration_details,
        subscription: facts.subscription,
        subscription_item: facts.item,
      },
      type: "subscription_item_details",
    };
  }
  return {
    invoice_item_details: {
      invoice_item: facts.invoiceItem ?? "",
      proration,
      proration_details,
      subscription: facts.subscription,
    },
    subscription_item_details: null,
    type: "invoice_item_details",
  };
}

/** The price behind an amount; unit amount in minor units. */
export function pricingOf(
  price: Stripe.Price | null,
  unitAmount: number | null,
): Stripe.InvoiceLineItem.Pricing | null {
  const unit_amount_decimal = unitAmount === null ? null : Stripe.Decimal.from(unitAmount);
  if (!price) return unit_amount_decimal && { type: "price_details", unit_amount_decimal };
  const product = typeof price.product === "string" ? price.product : price.product.id;
  return { price_details: { price: price.id, product }, type: "price_details", unit_amount_decimal };
}
