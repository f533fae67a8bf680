import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import type { CreateCustomer, CustomerDetail } from "./browse-schema.ts";
import { ensureCustomer } from "./ensure-customer.ts";
import { findCustomer } from "./find-customer.ts";
import { getCustomer, updateCustomer } from "./get-customer.ts";

/** Makes a customer under an identifier of the tenant's that none has yet. Throws customer_not_found or customer_exists. */
export async function createCustomer(
  scope: Scope,
  { customer, email, name, invoice_address }: z.output<typeof CreateCustomer>,
): Promise<z.output<typeof CustomerDetail>> {
  const { id } = await scope.db.$transaction(async (tx) => {
    if ((await findCustomer(tx, scope, customer)) && !scope.isRepeat) throw new ApiError("customer_exists");
    return ensureCustomer(tx, scope, { customer, email });
  });
  if (name === undefined && invoice_address === undefined) return getCustomer(scope, { id });
  return updateCustomer(scope, { id, name, invoice_address });
}
