import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { CustomerDetail, UpdateCustomer } from "./browse-schema.ts";
import { getActiveCustomerOrThrow, getCustomerOrThrow } from "./find-customer.ts";
import { findUsualCustomer, listProviderCustomers } from "./provider-customer.ts";
import { noteDetails } from "./send-details.ts";
import { trySendDetails } from "./sync-tax-ids.ts";
import { viewChangedCustomer } from "./view-customer.ts";

/** One customer by our id or the tenant's own, with its ids at providers. Throws customer_not_found. */
export async function getCustomer(
  scope: Scope,
  { id: named }: { id: string },
): Promise<z.output<typeof CustomerDetail>> {
  const { db, tenantId } = scope;
  const row = await getCustomerOrThrow(db, scope, named);
  const [clock, usual, atProvider, users] = await Promise.all([
    row.testClockId === null
      ? null
      : db.testClock.findUnique({ where: { tenantId_id: { tenantId, id: row.testClockId } } }),
    findUsualCustomer(scope, row.id),
    listProviderCustomers(db, scope, row.id),
    db.user.findMany({ where: { tenantId, customerId: row.id }, orderBy: { id: "asc" }, take: 50 }),
  ]);
  return {
    ...viewChangedCustomer(row),
    // Only we write it, always as an object.
    metadata: row.metadata as Record<string, unknown>,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    erased_at: row.erasedAt?.toISOString() ?? null,
    test_clock: clock && { id: clock.id, name: clock.name, now: clock.now.toISOString() },
    provider_customer_id: usual?.id ?? null,
    provider_customers: atProvider,
    users: users.map(({ id, email, name }) => ({ id, email, name })),
  };
}

/**
 * Changes a customer's name or addresses as we know them; invoices of ours show those of their day. The card provider's customers get the
 * name and e-mail address, too: what it refuses, or does not answer, changes nothing here. Throws customer_not_found.
 */
export async function updateCustomer(
  scope: Scope,
  { id: named, name, email, invoice_address: invoiceAddress }: z.output<typeof UpdateCustomer>,
): Promise<z.output<typeof CustomerDetail>> {
  const { tenantId, clock, db } = scope;
  const { id, isToSend } = await db.$transaction(async (tx) => {
    const before = await getActiveCustomerOrThrow(tx, scope, named);
    const after = await tx.customer.update({
      where: { tenantId_id: { tenantId, id: before.id } },
      data: {
        name,
        email,
        invoiceAddress,
        ...(email !== undefined && email !== before.email && { emailFrom: "TENANT" }),
        updatedAt: clock.now(),
      },
    });
    await recordChange(tx, scope, {
      type: "customer.updated",
      objectType: "customer",
      objectId: after.id,
      before: viewChangedCustomer(before),
      after: viewChangedCustomer(after),
    });
    return { id: after.id, isToSend: await noteDetails(tx, scope, after.id, [before, after]) };
  });
  if (isToSend) await trySendDetails(scope, id);
  return getCustomer(scope, { id });
}
