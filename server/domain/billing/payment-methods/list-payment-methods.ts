import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { listProviderCustomers } from "../../customers/provider-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import type { NameCustomer } from "./list-payment-methods-schema.ts";
import type { PaymentMethods } from "./schema.ts";
import { type CardOfCustomer, viewCard } from "./view-card.ts";

/**
 * The customer's cards at the provider, default cards first. None for a customer that the provider does not have. Throws
 * customer_not_found.
 */
export async function listPaymentMethods(
  scope: Scope,
  input: z.output<typeof NameCustomer>,
): Promise<z.output<typeof PaymentMethods>> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, input.customer);
  return { data: (await listAllCards(scope, customer.id)).map(viewCard) };
}

/** The cards of a customer for all currencies, default cards first. K7xxx. */
export async function listAllCards(scope: Scope, customerId: string): Promise<CardOfCustomer[]> {
  const payers = await listProviderCustomers(scope.db, scope, customerId);
  if (payers.length === 0) return [];
  const provider = await cardProviderOf(scope);
  const cards: CardOfCustomer[] = [];
  for (const payer of payers)
    for (const card of await provider.listCards(payer.id)) cards.push({ card, payer });
  return cards.toSorted((a, b) => Number(b.card.isDefault) - Number(a.card.isDefault));
}
