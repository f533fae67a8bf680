import { createHash } from "node:crypto";
import type Stripe from "stripe";

/**
 * The standard rates that the sandbox's automatic tax knows, in percent, as they are in 2026; Stripe knows those of every product and
 * place. In the United States they are a state's rate for electronic services, by the first three digits of its ZIP codes: those of
 * California are exempt (https://docs.stripe.com/tax/testing names New Jersey and Idaho as states with few exemptions, and California
 * as one that exempts digital products).
 */
export interface KnownRate {
  country: string;
  state: string | null;
  percentage: number;
  taxType: Stripe.TaxRate.TaxType;
  name: string;
}

const vat = (country: string, percentage: number): KnownRate => ({
  country,
  state: null,
  percentage,
  taxType: "vat",
  name: "VAT",
});

const salesTax = (state: string, percentage: number): KnownRate => ({
  country: "US",
  state,
  percentage,
  taxType: "sales_tax",
  name: "Sales Tax",
});

const RATES: readonly KnownRate[] = [
  ...[vat("AT", 20), vat("BE", 21), vat("DE", 19), vat("ES", 21), vat("FR", 20), vat("IE", 23)],
  ...[vat("IT", 22), vat("NL", 21), vat("CH", 8.1), vat("GB", 20)],
  { country: "JP", state: null, percentage: 10, taxType: "jct", name: "JCT" },
  ...[salesTax("CA", 0), salesTax("NJ", 6.625)],
];

/** The states of the table by the first three digits of their ZIP codes. */
const ZIP_CODES = [
  { state: "CA", first: 900, last: 961 },
  { state: "NJ", first: 70, last: 89 },
];

/** https://european-union.europa.eu/principles-countries-history/eu-countries_en. */
const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Countries that registrations can be in here. */
export const TAXED_COUNTRIES = [...new Set(RATES.map(({ country }) => country))];

/** States of the United States that registrations can be in here. */
export const TAXED_STATES = RATES.flatMap(({ state }) => state ?? []);

export function isInEu(country: string): boolean {
  return EU.has(country);
}

/** The rate of a place; null where the table has none. */
export function rateIn({ country, state }: TaxPlace): KnownRate | null {
  return RATES.find((one) => one.country === country && one.state === state) ?? null;
}

/** Where a customer is, as far as taxes are concerned. */
export interface TaxPlace {
  country: string;
  /** Of the United States alone; null for one that the table does not have. */
  state: string | null;
}

/**
 * Where an address is; null where it does not say it well enough: the United States need a postal code of five digits, Canada a
 * postal code or a province, other countries the country alone (https://docs.stripe.com/tax/customer-locations#supported-formats).
 */
export function placeOf(address: Stripe.Address | null | undefined): TaxPlace | null {
  if (!address?.country) return null;
  const { country, postal_code: code, state } = address;
  if (country === "CA") return code || state ? { country, state: null } : null;
  if (country !== "US") return { country, state: null };
  const zip = /^(\d{3})\d{2}(?:-\d{4})?$/.exec(code ?? "");
  if (!zip) return null;
  const digits = Number(zip[1]);
  const found = ZIP_CODES.find(({ first, last }) => first <= digits && digits <= last);
  return { country, state: found?.state ?? null };
}

interface RateFacts extends TaxPlace {
  percentage: number;
  inclusive: boolean;
}

/** When Stripe Tax came: its rates have no other date here. */
const LAUNCH = Date.UTC(2021, 5, 10) / 1000;

/**
 * The tax rate that a computed tax names. "TaxRate objects created automatically by Stripe are immediately archived" (SDK,
 * InvoiceLineItemUpdateParams.TaxAmount.tax_rate_data); a percentage of 0 where nothing is collected
 * (https://docs.stripe.com/tax/zero-tax). Its id is made of what it says, so that nothing has to be written down for a preview.
 */
export function automaticRate({ country, state, percentage, inclusive }: RateFacts): Stripe.TaxRate {
  const known = rateIn({ country, state });
  const name = known?.name ?? "Tax";
  const place = [country, state, percentage, inclusive].join(" ");
  return {
    id: `txr_${createHash("sha256").update(place).digest("hex").slice(0, 24)}`,
    object: "tax_rate",
    active: false,
    country,
    created: LAUNCH,
    description: `${name} ${state ?? country}`,
    display_name: name,
    effective_percentage: percentage,
    flat_amount: null,
    inclusive,
    jurisdiction: state ?? country,
    jurisdiction_level: state === null ? "country" : "state",
    livemode: false,
    metadata: {},
    percentage,
    rate_type: "percentage",
    state,
    tax_type: known?.taxType ?? null,
  };
}

/** The computed rate of that id; null when it is none. `countries` are all that a customer can be in. */
export function findAutomaticRate(id: string, countries: Iterable<string>): Stripe.TaxRate | null {
  const places = [...countries].map((country): TaxPlace => ({ country, state: null }));
  for (const place of [...places, ...RATES])
    for (const percentage of new Set([0, rateIn(place)?.percentage ?? 0]))
      for (const inclusive of [true, false]) {
        const rate = automaticRate({ ...place, percentage, inclusive });
        if (rate.id === id) return rate;
      }
  return null;
}
