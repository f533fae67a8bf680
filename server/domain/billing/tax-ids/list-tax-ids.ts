import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider, ProviderTaxId, TaxId } from "../../../providers/port.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { mergeTaxIds, nameOf, storedTaxIds } from "../../customers/tax-ids.ts";
import { readTaxIds } from "../../customers/view-customer.ts";
import { openPresent } from "../../tenants/provider/provider-account.ts";
import { findReferences } from "../../tenants/provider/provider-references.ts";
import type { ListTaxIds } from "./list-tax-ids-schema.ts";
import type { TaxIds } from "./schema.ts";

/**
 * The customer's tax ids: ours, with what was added and removed since at the card provider's customers, of all currencies, and what an
 * authority answered there. Throws customer_not_found.
 */
export async function listTaxIds(
  scope: Scope,
  input: z.output<typeof ListTaxIds>,
): Promise<z.output<typeof TaxIds>> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, input.customer);
  const provider = await openPresent(scope);
  const there = await readAtProvider(scope, provider, customer.id);
  return view(mergeTaxIds(readTaxIds(customer), there), there);
}

/** These tax ids, with what an authority answered. K7xxx. */
export async function viewTaxIds(
  scope: Scope,
  provider: CardProvider | null,
  customerId: string,
  taxIds: TaxId[],
): Promise<z.output<typeof TaxIds>> {
  return view(taxIds, await readAtProvider(scope, provider, customerId));
}

async function readAtProvider(scope: Scope, provider: CardProvider | null, objectId: string) {
  if (!provider) return [];
  const there: { known: TaxId[] | null; now: ProviderTaxId[] }[] = [];
  for (const reference of await findReferences(scope.db, scope, "CUSTOMER", { objectId }, provider)) {
    const now = (await provider.readTaxDetails(reference.providerId))?.taxIds;
    if (now) there.push({ known: storedTaxIds(reference.taxIds), now });
  }
  return there;
}

/** An authority is asked for each of the provider's customers: what it answered of one counts. */
function view(taxIds: TaxId[], there: { now: ProviderTaxId[] }[]): z.output<typeof TaxIds> {
  const all = there.flatMap(({ now }) => now);
  return {
    data: taxIds.map(({ type, value }) => {
      const same = all.filter((one) => nameOf(one) === nameOf({ type, value }));
      return {
        type,
        value,
        verification: same.find(({ verification }) => verification)?.verification ?? null,
      };
    }),
  };
}
