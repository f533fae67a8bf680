import type Stripe from "stripe";
import { z } from "zod";
import { findAutomaticRate } from "../billing/tax-table.ts";
import { change, emit } from "../events.ts";
import { makeTaxRate } from "../objects/tax.ts";
import { COUNTRIES } from "../wire/countries.ts";
import {
  Flag,
  Metadata,
  pagingByDate,
  parametersOf,
  textUpTo,
  Unsettable,
  unsettableUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

const PATH = "/v1/tax_rates";
/** Of the name and the jurisdiction: `maxLength` in github.com/stripe/openapi. */
const MAX_NAME = 50;

/** Up to four places, from 0 to 100: https://docs.stripe.com/billing/taxes/tax-rates. */
const Percentage = z
  .string()
  .refine(
    (text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100,
    "Invalid percentage: must be from 0 to 100, with up to four decimal places.",
  )
  .transform(Number);

/** SDK, TaxRates.d.ts, TaxRateCreateParams.TaxType. */
const TaxType = z.enum([
  "admissions_tax",
  "amusement_tax",
  "attendance_tax",
  "communications_tax",
  "digital_excise_tax",
  "entertainment_tax",
  "get_fund",
  "gross_receipts_tax",
  "gst",
  "hospitality_tax",
  "hst",
  "igst",
  "jct",
  "lease_tax",
  "luxury_tax",
  "mass_transit_parking_tax",
  "nhil",
  "parking_tax",
  "pst",
  "qst",
  "resort_tax",
  "retail_delivery_fee",
  "rst",
  "sales_tax",
  "service_tax",
  "tourism_tax",
  "utility_users_tax",
  "vat",
]);

const Country = z.string().regex(/^[A-Z]{2}$/);

const shared = {
  active: Flag.optional(),
  country: Country.optional(),
  description: Unsettable.optional(),
  jurisdiction: unsettableUpTo(MAX_NAME).optional(),
  metadata: Metadata.optional(),
  state: Unsettable.optional(),
  tax_type: TaxType.optional(),
};

const CREATE = parametersOf<Stripe.TaxRateCreateParams>()({
  ...shared,
  display_name: textUpTo(MAX_NAME),
  inclusive: Flag,
  percentage: Percentage,
});

async function create({ store, params }: Call): Promise<Stripe.TaxRate> {
  const input = read(CREATE, params);
  const rate = store.add(
    makeTaxRate(store.now, {
      active: input.active ?? true,
      country: input.country ?? null,
      description: input.description || null,
      display_name: input.display_name,
      inclusive: input.inclusive,
      jurisdiction: input.jurisdiction || null,
      metadata: mergeMetadata(null, input.metadata),
      percentage: input.percentage,
      state: input.state || null,
      tax_type: input.tax_type ?? null,
    }),
  );
  await emit(store, "tax_rate.created", rate);
  return rate;
}

/** What is charged never changes: SDK, TaxRates.d.ts, TaxRateUpdateParams has neither `percentage` nor `inclusive`. */
async function update(call: Call): Promise<Stripe.TaxRate> {
  const { store } = call;
  const shape = parametersOf<Stripe.TaxRateUpdateParams>()({
    ...shared,
    display_name: textUpTo(MAX_NAME).optional(),
  });
  const { metadata, ...input } = read(shape, call.params);
  const before = await store.get<Stripe.TaxRate>("tax_rate", idOf(call));
  const text = (sent: string | undefined, was: string | null) => (sent === undefined ? was : sent || null);
  return change<Stripe.TaxRate>(store, "tax_rate.updated", before, {
    ...before,
    active: input.active ?? before.active,
    country: input.country ?? before.country,
    description: text(input.description, before.description),
    display_name: input.display_name ?? before.display_name,
    jurisdiction: text(input.jurisdiction, before.jurisdiction),
    metadata: mergeMetadata(before.metadata, metadata),
    state: text(input.state, before.state),
    tax_type: input.tax_type ?? before.tax_type,
  });
}

/** One that was made by hand, or one that a computed tax names. */
async function retrieve(call: Call): Promise<Stripe.TaxRate> {
  read({}, call.params);
  const computed = findAutomaticRate(idOf(call), COUNTRIES);
  if (computed) return computed;
  return call.store.get<Stripe.TaxRate>("tax_rate", idOf(call));
}

function listRates({ store, params }: Call) {
  const shape = parametersOf<Stripe.TaxRateListParams>()({
    ...pagingByDate,
    active: Flag.optional(),
    inclusive: Flag.optional(),
  });
  const { active, inclusive, ...page } = read(shape, params);
  const where = { ...(active !== undefined && { active }), ...(inclusive !== undefined && { inclusive }) };
  return store.list<Stripe.TaxRate>("tax_rate", PATH, { ...page, where });
}

export const taxRateRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listRates },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
];
