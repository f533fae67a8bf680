import Stripe from "stripe";
import { type ProviderAddress, type ProviderTaxDetails, type TaxId, TaxIdRefused } from "../port.ts";
import { isMissing, wordsOf } from "./errors.ts";

/** Far more tax ids than a customer has. */
const MAX_LISTED = 100;

/** A customer's address and tax ids. */
export async function readTaxDetails(stripe: Stripe, id: string): Promise<ProviderTaxDetails | null> {
  try {
    const customer = await stripe.customers.retrieve(id);
    if (customer.deleted) return null;
    return {
      address: viewAddress(customer.address ?? null),
      taxIds: (await listPermitted(stripe, id))?.map(viewTaxId) ?? null,
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function viewTaxId({ type, value, verification }: Stripe.TaxId) {
  return { type, value, verification: VERIFICATIONS.get(verification?.status ?? "") ?? null };
}

/** Those of kinds that can be set: Stripe has "unknown" for one of before (TaxId.Type in the SDK), which is left alone. */
async function listKnown(stripe: Stripe, id: string): Promise<Stripe.TaxId[]> {
  const { data } = await stripe.customers.listTaxIds(id, { limit: MAX_LISTED });
  return data.filter(({ type }) => type !== "unknown");
}

/** null where a restricted key may not read them: what needs no tax ids goes on. */
async function listPermitted(stripe: Stripe, id: string): Promise<Stripe.TaxId[] | null> {
  try {
    return await listKnown(stripe, id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}

/** TaxId.Verification.Status in the SDK, without "unavailable". */
const VERIFICATIONS = new Map<string, "PENDING" | "VERIFIED" | "UNVERIFIED">([
  ["pending", "PENDING"],
  ["verified", "VERIFIED"],
  ["unverified", "UNVERIFIED"],
]);

const nameOf = ({ type, value }: TaxId) => `${type} ${value}`;

/**
 * Makes the tax ids of a customer just these: what is missing first, so that nothing is lost where one is refused. Of one that two calls
 * at once have made, the older stays.
 */
export async function setTaxIds(stripe: Stripe, id: string, wanted: TaxId[]): Promise<void> {
  const known = await listKnown(stripe, id);
  const there = new Set(known.map(nameOf));
  const missing = wanted.filter((one) => !there.has(nameOf(one)));
  const made: string[] = [];
  try {
    for (const one of missing) made.push((await createTaxId(stripe, id, one)).id);
  } catch (error) {
    for (const one of made) await drop(stripe, id, one);
    throw error;
  }
  const left = new Set(wanted.map(nameOf));
  // Stripe lists the newest first.
  const present = missing.length > 0 ? await listKnown(stripe, id) : known;
  for (const one of present.toReversed()) if (!left.delete(nameOf(one))) await drop(stripe, id, one.id);
}

/** https://docs.stripe.com/error-codes#tax-id-invalid. */
async function createTaxId(stripe: Stripe, id: string, { type, value }: TaxId): Promise<Stripe.TaxId> {
  try {
    return await stripe.customers.createTaxId(id, { type, value });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "tax_id_invalid") throw error;
    throw new TaxIdRefused(error, { type, value }, wordsOf(error));
  }
}

async function drop(stripe: Stripe, customer: string, id: string): Promise<void> {
  try {
    await stripe.customers.deleteTaxId(customer, id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function viewAddress(address: Stripe.Address | null): ProviderAddress | null {
  if (!address) return null;
  const { country, line1, line2, postal_code: postalCode, city, state } = address;
  return { country, line1, line2, postalCode, city, state };
}

/** Stripe unsets a field that is sent empty. */
export function addressParams({ country, line1, line2, postalCode, city, state }: ProviderAddress) {
  return {
    country: country ?? "",
    line1: line1 ?? "",
    line2: line2 ?? "",
    postal_code: postalCode ?? "",
    city: city ?? "",
    state: state ?? "",
  };
}
