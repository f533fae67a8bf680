import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { findUsualCustomer } from "../../customers/provider-customer.ts";
import { readTaxIds } from "../../customers/view-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { ownCustomer } from "../payment-methods/find-own-customer.ts";
import type { ListTaxIds, TaxIds } from "./schema.ts";

/** The customer's tax ids: those at the card provider, where it has the customer; else ours. K3003, K7xxx. */
export async function listTaxIds(
  scope: Scope,
  input: z.output<typeof ListTaxIds>,
): Promise<z.output<typeof TaxIds>> {
  const customer = await ownCustomer(scope, input.customer);
  const usual = await findUsualCustomer(scope, customer.id);
  const there = usual && (await (await cardProviderOf(scope)).readTaxDetails(usual.id));
  if (there) return { data: there.taxIds };
  return { data: readTaxIds(customer).map((one) => ({ ...one, verification: null })) };
}
