import type Stripe from "stripe";
import { settingsOf } from "../account-settings.ts";
import type { Store } from "../store.ts";
import { share } from "./proration.ts";
import { automaticRate, isInEu, placeOf, rateIn, type TaxPlace } from "./tax-table.ts";
import { HUNDRED_PERCENT, PLACES } from "./taxes.ts";

export type TaxBehavior = Stripe.Price.TaxBehavior | null | undefined;

/** What Stripe Tax would say of an amount in minor units; less than 0 for a credit, whose taxes are then less than 0, too. */
export type ComputeTaxes = (amount: number, behavior: TaxBehavior) => Stripe.InvoiceLineItem.Tax[];

interface Treatment extends TaxPlace {
  reason: Stripe.InvoiceLineItem.Tax["taxability_reason"];
  percentage: number;
}

/**
 * How an invoice's lines are taxed, with what its customer, the account's settings and its registrations say now. null where the
 * customer's address does not tell the place. https://docs.stripe.com/tax/zero-tax, https://docs.stripe.com/tax/invoicing.
 */
export async function automaticTaxes(
  store: Store,
  customer: Stripe.Customer,
  currency: string,
): Promise<ComputeTaxes | null> {
  const place = placeOf(customer.address);
  if (place === null) return null;
  const treatment = await treat(store, customer, place);
  const { tax_behavior: standard } = await settingsOf(store);
  return (amount, said) => [taxOn(amount, treatment, isInclusive(said, standard, currency))];
}

/**
 * Whether a price contains its taxes: as it says itself, else as the account's settings say. "Automatic" there is exclusive for US and
 * Canadian dollars and inclusive for others: https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior#set-default-tax-behavior.
 */
function isInclusive(
  said: TaxBehavior,
  standard: Stripe.Tax.Settings.Defaults["tax_behavior"],
  currency: string,
): boolean {
  if (said && said !== "unspecified") return said === "inclusive";
  if (standard === "inferred_by_currency") return currency !== "usd" && currency !== "cad";
  return standard === "inclusive";
}

async function treat(store: Store, customer: Stripe.Customer, place: TaxPlace): Promise<Treatment> {
  const zero = (reason: Treatment["reason"]): Treatment => ({ ...place, reason, percentage: 0 });
  const registrations = await activeRegistrations(store);
  const isAbroad = await isBusinessAbroad(store, customer, place);
  if (isAbroad && registrations.some(({ country }) => isInEu(country)))
    return exempted(zero("reverse_charge"));
  if (!registrations.some((one) => covers(one, place))) return zero("not_collecting");
  const rate = rateIn(place);
  if (rate === null) return zero("not_collecting");
  if (rate.percentage === 0) return zero("product_exempt");
  return exempted({ ...place, reason: "standard_rated", percentage: rate.percentage });

  /** What the customer is exempt from is not collected: SDK, Customers.d.ts, tax_exempt. */
  function exempted(treatment: Treatment): Treatment {
    if (customer.tax_exempt === "exempt") return zero("customer_exempt");
    return customer.tax_exempt === "reverse" ? zero("reverse_charge") : treatment;
  }
}

/** Those that count now: `active_from` and `expires_at` in the SDK, Tax/Registrations.d.ts. */
async function activeRegistrations(store: Store): Promise<Stripe.Tax.Registration[]> {
  const all = await store.all<Stripe.Tax.Registration>("tax.registration", {});
  return all.filter(
    ({ active_from, expires_at }) =>
      active_from <= store.now && (expires_at === null || expires_at > store.now),
  );
}

/** Whether taxes are collected in a place under a registration. The one-stop shop of the EU is for all of its countries. */
function covers({ country, country_options }: Stripe.Tax.Registration, place: TaxPlace): boolean {
  const isOneStop = Object.values(country_options).some(
    (options) => typeof options?.type === "string" && options.type.startsWith("oss_"),
  );
  if (isOneStop && isInEu(place.country)) return true;
  return country === place.country && (country !== "US" || country_options.us?.state === place.state);
}

/**
 * A business in the EU, by its tax id, in another country than the seller's head office accounts for the tax itself
 * (https://docs.stripe.com/tax/zero-tax#reverse-charges). Stripe does not ask whether the number exists: SDK, Tax/Calculations.d.ts, tax_ids.
 */
async function isBusinessAbroad(
  store: Store,
  { id }: Stripe.Customer,
  { country }: TaxPlace,
): Promise<boolean> {
  const { head_office } = await settingsOf(store);
  if (!isInEu(country) || country === head_office.country) return false;
  const ids = await store.all<Stripe.TaxId>("tax_id", { where: { customer: id } });
  return ids.some(({ type }) => type === "eu_vat");
}

function taxOn(amount: number, treatment: Treatment, inclusive: boolean): Stripe.InvoiceLineItem.Tax {
  const { country, state, reason, percentage } = treatment;
  const part = Math.round(percentage * PLACES);
  const tax = share(amount, part, inclusive ? HUNDRED_PERCENT + part : HUNDRED_PERCENT);
  return {
    amount: tax,
    tax_behavior: inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: automaticRate({ country, state, percentage, inclusive }).id },
    taxability_reason: reason,
    // "The amount on which tax is calculated": none where none is, as in an observed answer with `not_collecting`.
    taxable_amount: part === 0 ? 0 : amount - (inclusive ? tax : 0),
    type: "tax_rate_details",
  };
}
