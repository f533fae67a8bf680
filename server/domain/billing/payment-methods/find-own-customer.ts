import type { Customer } from "../../../platform/database/client/client.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";

/** The named customer, for whom the caller may act. K3003. */
export async function ownCustomer(scope: Scope, named: string): Promise<Customer> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, named);
  requireOwn(scope, customer.id);
  return customer;
}
