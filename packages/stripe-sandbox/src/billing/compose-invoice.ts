import type Stripe from "stripe";
import { chargeable } from "../currencies.ts";
import { newId } from "../ids.ts";
import { makeInvoice } from "../objects/invoice.ts";
import { makeLine } from "../objects/invoice-line.ts";
import type { Store } from "../store.ts";
import { automaticTaxes, type ComputeTaxes, type TaxBehavior } from "./automatic-tax.ts";
import {
  applyDiscounts,
  type Discounting,
  discountsOf,
  idsOf,
  runningDiscounts,
  takenOff,
} from "./discounts.ts";
import { type HiddenItem, type LineFacts, lineOfInvoiceItem } from "./lines.ts";
import { taxesOf, taxSums, totalTaxes } from "./taxes.ts";

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
  /** Whether taxes are computed; that of the subscription when it is not given. */
  automaticTax?: Stripe.Subscription.AutomaticTax | undefined;
  period?: { start: number; end: number };
  id?: string;
}

/** An invoice as it would be drafted now. Nothing is written. */
export async function composeInvoice(store: Store, order: Order): Promise<Stripe.Invoice> {
  const id = order.id ?? newId("in");
  const waiting = await Promise.all(order.pending.map((item) => lineOfPending(store, item)));
  const lines: Stripe.InvoiceLineItem[] = [];
  const behaviors = new Map<string, TaxBehavior>();
  for (const facts of [...waiting, ...order.lines]) {
    const line = makeLine(id, order.currency, facts);
    const running = await runningDiscounts(store, line);
    behaviors.set(line.id, behaviorOf(facts));
    lines.push({ ...line, discounts: running.map((one) => one.id) });
  }
  const bare = makeInvoice(store.now, {
    ...order,
    id,
    lines,
    period: order.period ?? { start: store.now, end: store.now },
    clock: store.clock,
  });
  const automatic = order.automaticTax ?? order.subscription?.automatic_tax;
  return withTotals(
    store,
    {
      ...bare,
      ...(automatic?.enabled && { automatic_tax: { ...bare.automatic_tax, ...automatic } }),
      default_tax_rates: order.taxRates ?? order.subscription?.default_tax_rates ?? [],
      discounts: order.discounts.map(({ id: discount }) => discount),
    },
    order.discounts,
    behaviors,
  );
}

/** Whether an amount contains its taxes, as it was sent or as its price says. */
function behaviorOf({ taxBehavior, price }: LineFacts): TaxBehavior {
  return taxBehavior ?? price?.tax_behavior;
}

/** The line of a pending invoice item. */
export async function lineOfPending(store: Store, item: Stripe.InvoiceItem): Promise<LineFacts> {
  const price = item.pricing?.price_details?.price;
  const id = typeof price === "string" ? price : price?.id;
  const { tax_behavior: taxBehavior } = await store.hidden<HiddenItem>(item.id);
  const found = id === undefined ? null : await store.find<Stripe.Price>("price", id);
  return { ...lineOfInvoiceItem(item, found), taxBehavior };
}

/** The behaviors of lines that are written down already, by their ids. */
async function behaviorsOf(store: Store, { lines }: Stripe.Invoice): Promise<Map<string, TaxBehavior>> {
  const behaviors = new Map<string, TaxBehavior>();
  for (const { id, pricing, parent } of lines.data) {
    const named = pricing?.price_details?.price;
    const price =
      named === undefined
        ? null
        : await store.find<Stripe.Price>("price", typeof named === "string" ? named : named.id);
    const item = parent?.invoice_item_details?.invoice_item;
    const { tax_behavior: taxBehavior } = item === undefined ? {} : await store.hidden<HiddenItem>(item);
    behaviors.set(id, taxBehavior ?? price?.tax_behavior);
  }
  return behaviors;
}

/** How an invoice's amounts are taxed: by Stripe Tax, or by rates that are set by hand. */
async function taxationOf(
  store: Store,
  invoice: Stripe.Invoice,
): Promise<{ compute: ComputeTaxes; automatic_tax: Stripe.Invoice.AutomaticTax }> {
  const { automatic_tax, customer, default_tax_rates: rates, currency } = invoice;
  if (!automatic_tax.enabled) return { compute: (amount) => taxesOf(amount, rates), automatic_tax };
  const id = typeof customer === "string" ? customer : (customer?.id ?? "");
  const compute = await automaticTaxes(
    store,
    await store.get<Stripe.Customer>("customer", id, "customer"),
    currency,
  );
  const status = compute === null ? "requires_location_inputs" : "complete";
  return {
    compute: compute ?? (() => []),
    automatic_tax: { ...automatic_tax, provider: "stripe", status },
  };
}

/** Adds up the lines of a draft, less its discounts, with its taxes: on what discounts leave, rounded line by line. */
async function withTotals(
  store: Store,
  invoice: Stripe.Invoice,
  discounts: Discounting[],
  behaviors: Map<string, TaxBehavior>,
): Promise<Stripe.Invoice> {
  const { compute, automatic_tax } = await taxationOf(store, invoice);
  const taxesOn = (amount: number, { id }: Stripe.InvoiceLineItem) => compute(amount, behaviors.get(id));
  const ofLines = await discountsOfLines(store, invoice);
  const data = applyDiscounts(invoice.lines.data, discounts, ofLines).map((line) => ({
    ...line,
    taxes: taxesOn(line.amount - takenOff(line), line),
  }));
  const taxes = data.flatMap((line) => line.taxes);
  const { added, contained } = taxSums(taxes);
  const undiscounted = data.flatMap((line) => taxesOn(line.amount, line));
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
    automatic_tax,
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

/** A draft's totals anew, with the discounts, lines and tax rates that it has, and taxes as they are computed now. */
export async function retotal(store: Store, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  const ids = draft.discounts.flatMap((one) => (typeof one === "string" ? [one] : []));
  return withTotals(store, draft, await discountsOf(store, ids), await behaviorsOf(store, draft));
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
