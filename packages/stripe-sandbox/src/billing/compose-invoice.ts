import type Stripe from "stripe";
import { chargeable } from "../currencies.ts";
import { newId } from "../ids.ts";
import { makeInvoice } from "../objects/invoice.ts";
import { makeLine } from "../objects/invoice-line.ts";
import type { Store } from "../store.ts";
import { applyDiscounts, type Discounting, discountsOf, idsOf, runningDiscounts } from "./discounts.ts";
import { type LineFacts, lineOfInvoiceItem } from "./lines.ts";
import { applyTaxes, taxesOf, taxSums, totalTaxes } from "./taxes.ts";

export interface Order {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  currency: string;
  lines: LineFacts[];
  reason: Stripe.Invoice.BillingReason;
  /** Invoice items that have waited for an invoice and go on this one. */
  pending: Stripe.InvoiceItem[];
  discounts: Discounting[];
  /** Those of the subscription when they are not given. */
  taxRates?: Stripe.TaxRate[];
  period?: { start: number; end: number };
  id?: string;
}

/** An invoice as it would be drafted now. Nothing is written. */
export async function composeInvoice(store: Store, order: Order): Promise<Stripe.Invoice> {
  const id = order.id ?? newId("in");
  const waiting = await Promise.all(order.pending.map((item) => lineOfPending(store, item)));
  const lines: Stripe.InvoiceLineItem[] = [];
  for (const facts of [...waiting, ...order.lines]) {
    const line = makeLine(id, order.currency, facts);
    const running = await runningDiscounts(store, line);
    lines.push({ ...line, discounts: running.map((one) => one.id) });
  }
  const bare = makeInvoice(store.now, {
    ...order,
    id,
    lines,
    period: order.period ?? { start: store.now, end: store.now },
    clock: store.clock,
  });
  return withTotals(
    store,
    {
      ...bare,
      ...(order.subscription?.automatic_tax.enabled && {
        automatic_tax: { ...bare.automatic_tax, ...order.subscription.automatic_tax, status: "complete" },
      }),
      default_tax_rates: order.taxRates ?? order.subscription?.default_tax_rates ?? [],
      discounts: order.discounts.map(({ id: discount }) => discount),
    },
    order.discounts,
  );
}

/** The line of a pending invoice item. */
export async function lineOfPending(store: Store, item: Stripe.InvoiceItem): Promise<LineFacts> {
  const price = item.pricing?.price_details?.price;
  const id = typeof price === "string" ? price : price?.id;
  return lineOfInvoiceItem(item, id === undefined ? null : await store.find<Stripe.Price>("price", id));
}

/** Adds up the lines of a draft, less its discounts, with its taxes. */
async function withTotals(
  store: Store,
  invoice: Stripe.Invoice,
  discounts: Discounting[],
): Promise<Stripe.Invoice> {
  const rates = invoice.default_tax_rates;
  const ofLines = await discountsOfLines(store, invoice);
  const data = applyTaxes(applyDiscounts(invoice.lines.data, discounts, ofLines), rates);
  const taxes = data.flatMap((line) => line.taxes ?? []);
  const { added, contained } = taxSums(taxes);
  const undiscounted = data.flatMap((line) => taxesOf(line.amount, rates));
  const subtotal = data.reduce((sum, line) => sum + line.amount, 0);
  const total_discount_amounts = [...ofLines, ...discounts].map(({ id }) => ({
    amount: data
      .flatMap((line) => line.discount_amounts ?? [])
      .reduce((sum, off) => sum + (off.discount === id ? off.amount : 0), 0),
    discount: id,
  }));
  const discounted = subtotal - total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  const total = discounted + added;
  const due = Math.max(0, total);
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    lines: { ...invoice.lines, data },
    subtotal,
    subtotal_excluding_tax: subtotal - taxSums(undiscounted).contained,
    total,
    total_discount_amounts,
    total_excluding_tax: discounted - contained,
    total_taxes: totalTaxes(taxes),
  };
}

/** A draft's totals anew, with the discounts, lines and tax rates that it has. */
export async function retotal(store: Store, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  const ids = draft.discounts.flatMap((one) => (typeof one === "string" ? [one] : []));
  return withTotals(store, draft, await discountsOf(store, ids));
}

/** The discounts that lines have of their own, each once. */
export async function discountsOfLines(store: Store, { lines }: Stripe.Invoice): Promise<Discounting[]> {
  return discountsOf(store, [...new Set(lines.data.flatMap(({ discounts }) => idsOf(discounts)))]);
}

/**
 * The invoice with what the customer's balance covers: a credit pays first, what is owed beyond it remains due. What cannot be
 * charged, as it is below the least charge, above the most, or a fraction that the currency does not have, goes to the balance:
 * https://docs.stripe.com/billing/customer/balance#types (`invoice_too_small`, `invoice_too_large`),
 * https://docs.stripe.com/currencies#special-cases.
 */
export function withBalance(invoice: Stripe.Invoice, balance: number): Stripe.Invoice {
  const owed = invoice.total + balance;
  const due = chargeable(owed, invoice.currency);
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: owed - due,
  };
}

/**
 * Invoice items of a customer that wait for an invoice in this currency: those of the subscription and those of none. Others
 * wait on: https://docs.stripe.com/invoicing/multi-currency-customers.
 */
export async function pendingItems(
  store: Store,
  customer: string,
  subscription: string | null,
  currency: string,
): Promise<Stripe.InvoiceItem[]> {
  const where = { customer, invoice: null, currency };
  const items = await store.all<Stripe.InvoiceItem>("invoiceitem", { where });
  return items.filter(({ parent }) => {
    const own = parent?.subscription_details?.subscription ?? null;
    return own === null || own === subscription;
  });
}
