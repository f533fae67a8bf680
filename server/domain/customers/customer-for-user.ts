import type { Customer } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope, Tx } from "../scope.ts";
import { viewCustomerSummary } from "./view-customer.ts";

interface NewUser {
  id: string;
  /** Shown to be theirs: joining a customer by it gives a look at what that customer has. */
  email: string;
  name: string | null;
}

/**
 * The customer whom a new user joins: the one with their address, where exactly one has it; else a new one that is named
 * after the user's id.
 */
export async function customerForUser(tx: Tx, scope: Scope, user: NewUser): Promise<Customer> {
  const { tenantId, clock } = scope;
  const { email, name } = user;
  const [first, second] = await tx.customer.findMany({ where: { tenantId, email, erasedAt: null }, take: 2 });
  if (first && !second) return first;
  const now = clock.now();
  const row = { tenantId, id: newId("customer"), externalId: user.id, email, name };
  const customer = await tx.customer.create({ data: { ...row, createdAt: now, updatedAt: now } });
  await recordChange(tx, scope, {
    type: "customer.created",
    objectType: "customer",
    objectId: customer.id,
    after: viewCustomerSummary(customer),
  });
  return customer;
}
