import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { makeTaxId } from "../objects/tax.ts";
import type { Store } from "../store.ts";
import { invalid, lacking, missing } from "../wire/failure.ts";
import { paging, parametersOf, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

interface Form {
  pattern: RegExp;
  country: (value: string) => string;
  /** Whether Stripe asks an authority about it: https://docs.stripe.com/billing/customer/tax-ids#validation. */
  isVerifiable: boolean;
}

const form = (
  pattern: RegExp,
  country: string | ((value: string) => string),
  isVerifiable = false,
): Form => ({
  pattern,
  country: typeof country === "string" ? () => country : country,
  isVerifiable,
});

/** Greece writes EL before its numbers. */
const memberState = (value: string) => (value.startsWith("EL") ? "GR" : value.slice(0, 2));

/** The types that the sandbox knows the form of: https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id. */
const FORMS = new Map<string, Form>([
  ["au_abn", form(/^\d{11}$/, "AU", true)],
  ["ca_bn", form(/^\d{9}$/, "CA")],
  ["ca_gst_hst", form(/^\d{9}RT\d{4}$/, "CA")],
  ["ch_vat", form(/^CHE-\d{3}\.\d{3}\.\d{3} (MWST|TVA|IVA)$/, "CH")],
  [
    "eu_vat",
    form(
      /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,12}$/,
      memberState,
      true,
    ),
  ],
  ["gb_vat", form(/^GB(\d{9}|\d{12})$/, "GB", true)],
  ["in_gst", form(/^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/, "IN")],
  ["jp_trn", form(/^T\d{13}$/, "JP")],
  ["no_vat", form(/^\d{9}MVA$/, "NO")],
  ["nz_gst", form(/^\d{8,9}$/, "NZ")],
  ["sg_gst", form(/^M\d{8}[A-Z]$/, "SG")],
  ["us_ein", form(/^\d{2}-\d{7}$/, "US")],
]);

const fields = { type: Text, value: Text };

/** The first type whose form a number has; null: none has it. Stripe's own pages ask for the country instead. */
export function typeOfTaxId(value: string): string | null {
  for (const [type, { pattern }] of FORMS) if (pattern.test(value)) return type;
  return null;
}

/** Adds a tax id after a look at its form, as Stripe does; whether it exists is asked later, and not answered here. */
export async function addTaxId(
  store: Store,
  customer: string | null,
  { type, value }: { type: string; value: string },
): Promise<Stripe.TaxId> {
  const known = FORMS.get(type);
  if (!known) throw lacking(`tax ids of the type ${type}`);
  if (!known.pattern.test(value))
    throw invalid(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  const facts = { customer, type, value, country: known.country(value), isVerifiable: known.isVerifiable };
  const taxId = store.add(makeTaxId(store.now, facts));
  if (customer !== null) await emit(store, "customer.tax_id.created", taxId);
  return taxId;
}

const Owner = z.strictObject({ customer: Text.optional(), type: z.enum(["customer", "self"]) });

/** The customer that an owner names; null for the account itself, which is also meant when no owner is named. */
async function customerOf(store: Store, owner: z.output<typeof Owner> | undefined): Promise<string | null> {
  if (!owner || owner.type === "self") return null;
  const param = "owner[customer]";
  if (owner.customer === undefined)
    throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  return (await store.get<Stripe.Customer>("customer", owner.customer, param)).id;
}

async function create({ store, params }: Call): Promise<Stripe.TaxId> {
  const shape = parametersOf<Stripe.TaxIdCreateParams>()({ ...fields, owner: Owner.optional() });
  const { owner, ...input } = read(shape, params);
  return addTaxId(store, await customerOf(store, owner), input);
}

async function list({ store, params }: Call) {
  const shape = parametersOf<Stripe.TaxIdListParams>()({ ...paging, owner: Owner.optional() });
  const { owner, ...page } = read(shape, params);
  const where = { customer: await customerOf(store, owner) };
  return store.list<Stripe.TaxId>("tax_id", "/v1/tax_ids", { ...page, where });
}

async function retrieve(call: Call): Promise<Stripe.TaxId> {
  read({}, call.params);
  return call.store.get<Stripe.TaxId>("tax_id", idOf(call));
}

async function remove(call: Call): Promise<Stripe.DeletedTaxId> {
  read({}, call.params);
  return drop(call.store, await call.store.get<Stripe.TaxId>("tax_id", idOf(call)));
}

async function drop(store: Store, taxId: Stripe.TaxId): Promise<Stripe.DeletedTaxId> {
  await store.remove(taxId.id);
  if (taxId.customer !== null) await emit(store, "customer.tax_id.deleted", taxId);
  return { id: taxId.id, object: "tax_id", deleted: true };
}

async function createOfCustomer(call: Call): Promise<Stripe.TaxId> {
  const input = read(parametersOf<Stripe.CustomerCreateTaxIdParams>()(fields), call.params);
  return addTaxId(call.store, (await customerNamed(call)).id, input);
}

function customerNamed(call: Call): Promise<Stripe.Customer> {
  return call.store.get<Stripe.Customer>("customer", idOf(call));
}

async function listOfCustomer(call: Call) {
  const page = read(paging, call.params);
  const { id } = await customerNamed(call);
  const url = `/v1/customers/${id}/tax_ids`;
  return call.store.list<Stripe.TaxId>("tax_id", url, { ...page, where: { customer: id } });
}

/** One of the customer's own; another's is not found. */
async function ofCustomer(call: Call): Promise<Stripe.TaxId> {
  read({}, call.params);
  const { id: customer } = await customerNamed(call);
  const [, id = ""] = call.ids;
  const found = await call.store.get<Stripe.TaxId>("tax_id", id);
  if (found.customer !== customer) throw missing("tax_id", id);
  return found;
}

async function removeOfCustomer(call: Call): Promise<Stripe.DeletedTaxId> {
  return drop(call.store, await ofCustomer(call));
}

const OF_CUSTOMER = "/v1/customers/:id/tax_ids";

export const taxIdRoutes: Route[] = [
  { method: "POST", path: "/v1/tax_ids", handle: create },
  { method: "GET", path: "/v1/tax_ids", handle: list },
  { method: "GET", path: "/v1/tax_ids/:id", handle: retrieve },
  { method: "DELETE", path: "/v1/tax_ids/:id", handle: remove },
  { method: "POST", path: OF_CUSTOMER, handle: createOfCustomer },
  { method: "GET", path: OF_CUSTOMER, handle: listOfCustomer },
  { method: "GET", path: `${OF_CUSTOMER}/:tax_id`, handle: ofCustomer },
  { method: "DELETE", path: `${OF_CUSTOMER}/:tax_id`, handle: removeOfCustomer },
];
