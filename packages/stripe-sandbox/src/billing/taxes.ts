import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { share } from "./proration.ts";

/** Percentages have up to four places: https://docs.stripe.com/billing/taxes/tax-rates. */
export const PLACES = 10_000;
export const HUNDRED_PERCENT = 100 * PLACES;
/** "You can add up to five default tax rates to each invoice": https://docs.stripe.com/invoicing/taxes/tax-rates. */
const MOST_RATES = 5;

/** The tax rates of these ids, as an invoice or a subscription keeps them. */
export async function taxRatesNamed(store: Store, ids: string[], param: string): Promise<Stripe.TaxRate[]> {
  if (ids.length > MOST_RATES)
    throw invalid(`You may only specify up to ${MOST_RATES} tax rates.`, { param });
  const rates: Stripe.TaxRate[] = [];
  for (const [index, id] of ids.entries()) {
    const rate = await store.get<Stripe.TaxRate>("tax_rate", id, `${param}[${index}]`);
    if (!rate.active)
      throw invalid(`The tax rate ${id} is inactive. Only active tax rates can be added.`, { param });
    rates.push(rate);
  }
  if (new Set(ids).size < ids.length) throw invalid("Each tax rate can be added only once.", { param });
  if (new Set(rates.map(({ inclusive }) => inclusive)).size > 1)
    throw lacking("inclusive and exclusive tax rates together");
  return rates;
}

/** The taxes on an amount; an inclusive one is contained in it, an exclusive one is added to it. */
export function taxesOf(amount: number, rates: Stripe.TaxRate[]): Stripe.InvoiceLineItem.Tax[] {
  const parts = rates.map(({ percentage }) => Math.round(percentage * PLACES));
  const contained = rates.reduce(
    (sum, { inclusive }, index) => sum + (inclusive ? (parts[index] ?? 0) : 0),
    0,
  );
  const shares = parts.map((part) => share(amount, part, HUNDRED_PERCENT + contained));
  const net = amount - (contained > 0 ? sumOf(shares) : 0);
  return rates.map(({ id, inclusive }, index) => ({
    amount: shares[index] ?? 0,
    tax_behavior: inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: id },
    // Why a rate applies is known of Stripe Tax's own alone.
    taxability_reason: "not_available",
    taxable_amount: net,
    type: "tax_rate_details",
  }));
}

/** Taxes of several lines, one entry a rate. */
export function totalTaxes(taxes: Stripe.InvoiceLineItem.Tax[]): Stripe.Invoice.TotalTax[] {
  const totals = new Map<string, Stripe.Invoice.TotalTax>();
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? "";
    const sum = totals.get(rate);
    const amount = (sum?.amount ?? 0) + tax.amount;
    totals.set(rate, {
      ...tax,
      amount,
      taxable_amount: (sum?.taxable_amount ?? 0) + (tax.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}

/** How much of some taxes is added to the amounts, and how much is contained in them. */
export function taxSums(taxes: { amount: number; tax_behavior: string }[]): {
  added: number;
  contained: number;
} {
  const of = (behavior: string) =>
    sumOf(taxes.flatMap((tax) => (tax.tax_behavior === behavior ? [tax.amount] : [])));
  return { added: of("exclusive"), contained: of("inclusive") };
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
