import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { ensureProviderCustomer, listProviderCustomers } from "../../customers/provider-customer.ts";
import { replaceTaxIds } from "../../customers/sync-tax-ids.ts";
import { makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import { openPresent } from "../../tenants/provider/provider-account.ts";
import { viewTaxIds } from "./list-tax-ids.ts";
import type { TaxIds } from "./schema.ts";
import type { SetTaxIds } from "./set-tax-ids-schema.ts";

/**
 * Makes the customer's tax ids just these, with us and at the card provider, which checks them; where it has no customer yet, one is made
 * for that. Of two calls at once the last one counts, whole. Safe to repeat. Throws customer_not_found, tax_id_invalid or
 * tax_id_change_in_progress.
 */
export async function setTaxIds(
  scope: Scope,
  { customer: named, tax_ids: wanted }: z.output<typeof SetTaxIds>,
): Promise<z.output<typeof TaxIds>> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, named);
  const provider = await openPresent(scope);
  // A test clock of the provider's has room for three customers: it gets one when something is sold.
  const isChecked = provider && wanted.length > 0 && customer.testClockId === null;
  const prepare = async () => {
    if (isChecked && (await listProviderCustomers(scope.db, scope, customer.id, provider)).length === 0)
      await makeProviderCustomer(scope, provider, customer);
  };
  await replaceTaxIds(scope, provider, customer.id, { wanted, prepare });
  return viewTaxIds(scope, provider, customer.id, wanted);
}

async function makeProviderCustomer(
  scope: Scope,
  provider: CardProvider,
  customer: Parameters<typeof ensureProviderCustomer>[2],
): Promise<void> {
  await makeMissingAnew(scope, (lost) =>
    ensureProviderCustomer(scope, provider, customer, { currency: null, lost, sendsTaxIds: true }),
  );
}
