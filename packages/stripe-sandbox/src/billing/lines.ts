import type Stripe from "stripe";
import { digitsOf } from "../currencies.ts";
import type { Store } from "../store.ts";
import { idsOf } from "./discounts.ts";
import type { Span } from "./proration.ts";

/** A line of an invoice before it is written down. */
export interface LineFacts {
  amount: number;
  description: string;
  period: Span;
  quantity: number;
  price: Stripe.Price | null;
  unitAmount: number | null;
  subscription: string | null;
  /** The subscription item that it is for, when it is for one. */
  item: string | null;
  /** The invoice item that it comes from, when it comes from one. */
  invoiceItem: string | null;
  isProration: boolean;
  isDiscountable: boolean;
  /** The lines that a credit gives back. */
  credited: { invoice: string; invoice_line_items: string[] } | null;
  metadata: Stripe.Metadata;
  /** The ids of the discounts of its item. */
  discounts?: string[];
  /** Whether an amount without a price contains its taxes. */
  taxBehavior?: Stripe.Price.TaxBehavior | undefined;
}

/** What is kept of an invoice item beside it: the SDK's type of it does not show its tax behavior. */
export interface HiddenItem {
  tax_behavior: Stripe.Price.TaxBehavior;
}

/** The name of the product behind a price, as invoices call it. */
export async function productName(store: Store, price: Stripe.Price): Promise<string> {
  const id = typeof price.product === "string" ? price.product : price.product.id;
  const product = await store.find<Stripe.Product>("product", id);
  return product?.name ?? id;
}

/** What an item costs for a whole period. */
export function amountOf(item: Stripe.SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

const SIGNS: Record<string, string> = { usd: "$", eur: "€", gbp: "£", jpy: "¥" };

/** An amount of minor units as invoices and pages show it. */
export function money(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = (Math.abs(amount) / 10 ** digits).toFixed(digits);
  return `${amount < 0 ? "-" : ""}${SIGNS[currency] ?? `${currency.toUpperCase()} `}${text}`;
}

function every({ recurring }: Stripe.Price): string {
  if (!recurring) return "";
  const { interval, interval_count: count } = recurring;
  return count === 1 ? ` / ${interval}` : ` every ${count} ${interval}s`;
}

/** The full price of an item for its running period. */
export async function fullLine(store: Store, item: Stripe.SubscriptionItem): Promise<LineFacts> {
  const name = await productName(store, item.price);
  const quantity = item.quantity ?? 1;
  const each = money(item.price.unit_amount ?? 0, item.price.currency);
  return {
    ...ofItem(item),
    amount: amountOf(item),
    description: `${quantity} × ${name} (at ${each}${every(item.price)})`,
  };
}

/** A trial costs nothing. */
export async function trialLine(store: Store, item: Stripe.SubscriptionItem): Promise<LineFacts> {
  return {
    ...ofItem(item),
    amount: 0,
    description: `Trial period for ${await productName(store, item.price)}`,
  };
}

/** What every line for an item has. */
export function ofItem(item: Stripe.SubscriptionItem): Omit<LineFacts, "amount" | "description"> {
  return {
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: item.quantity ?? 1,
    price: item.price,
    unitAmount: item.price.unit_amount,
    subscription: item.subscription,
    item: item.id,
    invoiceItem: null,
    isProration: false,
    isDiscountable: true,
    credited: null,
    metadata: item.metadata,
    discounts: idsOf(item.discounts),
  };
}

/** The line of an invoice item that has waited for an invoice. */
export function lineOfInvoiceItem(item: Stripe.InvoiceItem, price: Stripe.Price | null): LineFacts {
  const details = item.parent?.subscription_details;
  const credited = item.proration_details?.credited_items?.invoice_line_item_details ?? null;
  return {
    amount: item.amount,
    description: item.description ?? "",
    period: item.period,
    quantity: item.quantity,
    price,
    unitAmount: price?.unit_amount ?? item.amount,
    subscription: details?.subscription ?? null,
    item: details?.subscription_item ?? null,
    invoiceItem: item.id,
    isProration: item.proration,
    isDiscountable: item.discountable,
    credited,
    metadata: item.metadata ?? {},
  };
}
