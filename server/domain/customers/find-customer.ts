import { ApiError } from "../../errors/api-error.ts";
import type { Customer } from "../../platform/database/client/client.ts";
import { isIdOf } from "../../platform/ids.ts";
import { requireOwn, type Scope, type Tx } from "../../platform/scope.ts";

/**
 * The customer by our `cus_` id or by the tenant's own identifier; null when the tenant has no such customer, or has erased them. Throws
 * customer_not_own.
 */
export async function findCustomer(tx: Tx, scope: Scope, named: string): Promise<Customer | null> {
  const customer = await findAny(tx, scope, named);
  return customer?.erasedAt ? null : customer;
}

async function findAny(tx: Tx, scope: Scope, named: string): Promise<Customer | null> {
  const customer = await read(tx, scope, named);
  requireOwn(scope, customer?.id ?? null);
  return customer;
}

async function read(tx: Tx, { tenantId }: Scope, named: string): Promise<Customer | null> {
  if (isIdOf("customer", named))
    return tx.customer.findUnique({ where: { tenantId_id: { tenantId, id: named } } });
  return tx.customer.findUnique({ where: { tenantId_externalId: { tenantId, externalId: named } } });
}

/** As findCustomer; customer_not_found when there is none, customer_not_own. */
export async function getActiveCustomerOrThrow(tx: Tx, scope: Scope, named: string): Promise<Customer> {
  const customer = await findCustomer(tx, scope, named);
  if (!customer) throw new ApiError("customer_not_found");
  return customer;
}

/** Locks a customer until the transaction ends, against all others that do so; not against rows that name it. */
export async function lockCustomer(tx: Tx, { tenantId }: Scope, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${id} for no key update`;
}

/** For reading stored data, also of an erased customer. Throws customer_not_found or customer_not_own. */
export async function getCustomerOrThrow(tx: Tx, scope: Scope, named: string): Promise<Customer> {
  const customer = await findAny(tx, scope, named);
  if (!customer) throw new ApiError("customer_not_found");
  return customer;
}
