import type { Customer } from "../../../platform/database/client/client.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";

/** The customer named, whom the caller may act for. K3003. */
export async function ownCustomer(scope: Scope, named: string): Promise<Customer> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, named);
  requireOwn(scope, customer.id);
  return customer;
}

/** The customer's id at the card provider; null when the provider has no such customer. */
export async function providerCustomerOf({ tenantId, db }: Scope, objectId: string): Promise<string | null> {
  const key = { tenantId, provider: "PROVIDER_A", kind: "CUSTOMER", objectId } as const;
  const row = await db.providerReference.findUnique({ where: { tenantId_provider_kind_objectId: key } });
  return row?.providerId ?? null;
}
