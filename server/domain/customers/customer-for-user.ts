import type { Customer } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { viewCustomerSummary } from "./view-customer.ts";

interface NewUser {
  id: string;
  /** Verified: a user who joins a customer by it sees that customer's data. */
  email: string;
  name: string | null;
}

/**
 * The customer whom a new user joins by a proven address; else a new one that is named after the user's id. Candidates are,
 * in this order: the customers whose address the tenant gave; then those of visitors who completed the checkout of a plan
 * that costs money and whom no user has joined. Among equals one with a live subscription comes first, then one that has paid
 * an invoice, then the oldest. An address that a visitor who has not paid or an end user typed never counts: they can type any address.
 */
export async function customerForUser(tx: Tx, scope: Scope, user: NewUser): Promise<Customer> {
  const { tenantId, clock } = scope;
  const { email, name } = user;
  const known = await findCandidate(tx, tenantId, email);
  if (known !== null)
    return tx.customer.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: known } } });
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

async function findCandidate(tx: Tx, tenantId: string, email: string): Promise<string | null> {
  const [first] = await tx.$queryRaw<{ id: string }[]>`
    select c.id from customers c
    where c.tenant_id = ${tenantId} and c.email = ${email} and c.erased_at is null
      and (c.email_from = 'TENANT' or c.email_from = 'VISITOR'
        and not exists (select 1 from users u where u.tenant_id = c.tenant_id and u.customer_id = c.id)
        and exists (
          select 1 from subscriptions s join plan_prices p on p.tenant_id = s.tenant_id and p.id = s.plan_price_id
          where s.tenant_id = c.tenant_id and s.customer_id = c.id and p.amount > 0))
    order by c.email_from = 'TENANT' desc,
      exists (
        select 1 from subscriptions s
        where s.tenant_id = c.tenant_id and s.customer_id = c.id and s.status <> 'CANCELED') desc,
      exists (
        select 1 from invoices i
        where i.tenant_id = c.tenant_id and i.customer_id = c.id and i.status = 'PAID' and i.total > 0) desc,
      c.created_at, c.id
    limit 1`;
  return first?.id ?? null;
}
