import Stripe from "stripe";
import type { ProviderAddress, ProviderTaxDetails, TaxId } from "../port.ts";
import { isMissing } from "./errors.ts";

/** Far more tax ids than a customer has. */
const MAX_LISTED = 100;

/** A customer's address and tax ids. */
export async function readTaxDetails(stripe: Stripe, id: string): Promise<ProviderTaxDetails | null> {
  try {
    const customer = await stripe.customers.retrieve(id);
    if (customer.deleted) return null;
    return {
      address: viewAddress(customer.address ?? null),
      taxIds: (await listPermitted(stripe, id)).map(({ type, value, verification }) => ({
        ...{ type, value },
        verification: VERIFICATIONS.get(verification?.status ?? "") ?? null,
      })),
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** None where a restricted key may not read them: what needs no tax ids goes on. */
async function listPermitted(stripe: Stripe, id: string): Promise<Stripe.TaxId[]> {
  try {
    return (await stripe.customers.listTaxIds(id, { limit: MAX_LISTED })).data;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return [];
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
  const list = async () => (await stripe.customers.listTaxIds(id, { limit: MAX_LISTED })).data;
  const known = await list();
  const there = new Set(known.map(nameOf));
  const missing = wanted.filter((one) => !there.has(nameOf(one)));
  const made: string[] = [];
  try {
    for (const { type, value } of missing)
      made.push((await stripe.customers.createTaxId(id, { type, value })).id);
  } catch (error) {
    for (const one of made) await drop(stripe, id, one);
    throw error;
  }
  const left = new Set(wanted.map(nameOf));
  // Stripe lists the newest first.
  const present = missing.length > 0 ? await list() : known;
  for (const one of present.toReversed()) if (!left.delete(nameOf(one))) await drop(stripe, id, one.id);
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
