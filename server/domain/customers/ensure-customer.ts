import { ApiError } from "../../errors/api-error.ts";
import type { Customer, EmailOrigin } from "../../platform/database/client/client.ts";
import { isIdOf, newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { findCustomer } from "./find-customer.ts";
import { noteDetails } from "./send-details.ts";
import { viewChangedCustomer, viewCustomerSummary } from "./view-customer.ts";

interface Named {
  /** Our `cus_` id or the tenant's own identifier. */
  customer: string;
  email?: string | undefined;
  /** Entered by a visitor of a public page, who is not authenticated. */
  isVisitor?: boolean;
}

/** The origin of an address in this scope: it decides whether a user who verifies the address may join the customer. */
function originOf(scope: Scope, isVisitor = false): EmailOrigin {
  if (isVisitor) return "VISITOR";
  return scope.ownCustomerId === null ? "TENANT" : "END_USER";
}

/**
 * Finds the customer that a request names, or creates it. A given address fills an empty one and never replaces one on file. Throws
 * customer_not_found or customer_not_own.
 */
export async function ensureCustomer(
  tx: Tx,
  scope: Scope,
  { customer: named, email, isVisitor }: Named,
): Promise<Customer> {
  const known = await findCustomer(tx, scope, named);
  if (known) return known.email === null && email !== undefined ? fillEmail(tx, scope, known, email) : known;
  if (isIdOf("customer", named)) throw new ApiError("customer_not_found");
  return create(tx, scope, named, { email, emailFrom: originOf(scope, isVisitor) });
}

/** As ensureCustomer, for operations that need an address on file: customer_email_required when there is none and none was sent. */
export async function ensureCustomerWithEmail(
  tx: Tx,
  scope: Scope,
  named: Named,
): Promise<Customer & { email: string }> {
  const customer = await ensureCustomer(tx, scope, named);
  if (customer.email === null) throw new ApiError("customer_email_required");
  return { ...customer, email: customer.email };
}

async function create(
  tx: Tx,
  scope: Scope,
  externalId: string,
  { email, emailFrom }: { email: string | undefined; emailFrom: EmailOrigin },
): Promise<Customer> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const id = newId("customer");
  // Two requests may name a customer for the first time at once: one inserts, both find it.
  const { count } = await tx.customer.createMany({
    data: [{ tenantId, id, externalId, email: email ?? null, emailFrom, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  });
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_externalId: { tenantId, externalId } },
  });
  // The name that erasure gives a customer.
  if (customer.erasedAt) throw new ApiError("customer_not_found");
  if (count === 1) {
    const after = viewCustomerSummary(customer);
    await recordChange(tx, scope, { type: "customer.created", objectType: "customer", objectId: id, after });
    return customer;
  }
  return customer.email === null && email !== undefined ? fillEmail(tx, scope, customer, email) : customer;
}

async function fillEmail(tx: Tx, scope: Scope, before: Customer, email: string): Promise<Customer> {
  const customer = await tx.customer.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
    data: { email, emailFrom: originOf(scope), updatedAt: scope.clock.now() },
  });
  await noteDetails(tx, scope, customer.id, [before, customer]);
  const change = { before: viewChangedCustomer(before), after: viewChangedCustomer(customer) };
  await recordChange(tx, scope, {
    type: "customer.updated",
    objectType: "customer",
    objectId: customer.id,
    ...change,
  });
  return customer;
}
