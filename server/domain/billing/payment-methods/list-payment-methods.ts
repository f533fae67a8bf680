import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findProviderId } from "../../tenants/provider/provider-references.ts";
import { ownCustomer } from "./find-own-customer.ts";
import type * as schema from "./schema.ts";
import { viewCard } from "./view-card.ts";

/** The customer's cards at the provider, the default card first. None for a customer that the provider does not have. K3003, K7xxx. */
export async function listPaymentMethods(
  scope: Scope,
  input: z.output<typeof schema.NameCustomer>,
): Promise<z.output<typeof schema.PaymentMethods>> {
  const customer = await ownCustomer(scope, input.customer);
  const id = await findProviderId(scope.db, scope, "CUSTOMER", customer.id);
  if (id === null) return { data: [] };
  return { data: (await (await cardProviderOf(scope)).listCards(id)).map(viewCard) };
}
