import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { listProviderCustomers } from "../../customers/provider-customer.ts";
import { readTaxIds, viewChangedCustomer } from "../../customers/view-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { ownCustomer } from "../payment-methods/find-own-customer.ts";
import { listTaxIds } from "./list-tax-ids.ts";
import type { SetTaxIds, TaxIds } from "./schema.ts";

type TaxIdInput = z.output<typeof SetTaxIds>["tax_ids"];

/**
 * Makes the customer's tax ids just these: first at the card provider, which checks them, of every currency; then ours; then what is
 * stored is told once more, so that a provider's customer that was made meanwhile has it, and of two calls at once the last one counts.
 * Safe to repeat. K3003, K7020 one that the provider says is none, K7xxx.
 */
export async function setTaxIds(
  scope: Scope,
  { customer: named, tax_ids: taxIds }: z.output<typeof SetTaxIds>,
): Promise<z.output<typeof TaxIds>> {
  const { tenantId, clock, db } = scope;
  const { id } = await ownCustomer(scope, named);
  await tellProvider(scope, id, taxIds);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await getActiveCustomerOrThrow(tx, scope, id);
    if (areSame(readTaxIds(before), taxIds)) return;
    const after = await tx.customer.update({
      where: { tenantId_id: { tenantId, id } },
      data: { taxIds, updatedAt: clock.now() },
    });
    await recordChange(tx, scope, {
      type: "customer.updated",
      objectType: "customer",
      objectId: id,
      before: viewChangedCustomer(before),
      after: viewChangedCustomer(after),
    });
  });
  const stored = await getActiveCustomerOrThrow(db, scope, id);
  await tellProvider(scope, id, readTaxIds(stored));
  return listTaxIds(scope, { customer: id });
}

async function tellProvider(scope: Scope, customerId: string, taxIds: TaxIdInput): Promise<void> {
  const known = await listProviderCustomers(scope.db, scope, customerId);
  if (known.length === 0) return;
  const provider = await cardProviderOf(scope);
  for (const { id } of known) await provider.updateCustomer(id, { taxIds });
}

function areSame(some: TaxIdInput, others: TaxIdInput): boolean {
  const text = (all: TaxIdInput) => JSON.stringify(all.map(({ type, value }) => [type, value]));
  return text(some) === text(others);
}
