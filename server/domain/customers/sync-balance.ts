import { eachOrLog } from "../../platform/each-or-log.ts";
import type { Scope } from "../../platform/scope.ts";
import type { ProviderBalanceTransaction } from "../../providers/port.ts";
import { cardProviderOf } from "../tenants/provider/connect-card-provider.ts";
import { findObjectId, requirePresent } from "../tenants/provider/provider-references.ts";

/**
 * Copies what changed the balance of a customer at the card provider and is not known here: by an invoice, or by hand. The journal follows
 * when a row is written, so that a transaction counts once, however often and in which order callbacks come. The oldest unknown and all
 * after it are saved together. People who are not our customers are left alone. Throws card_provider_account_replaced.
 */
export async function syncBalance(scope: Scope, providerCustomerId: string): Promise<void> {
  const { tenantId, db } = scope;
  const customerId = await findObjectId(db, scope, "CUSTOMER", providerCustomerId);
  if (customerId === null) return;
  const provider = await cardProviderOf(scope);
  const news: ProviderBalanceTransaction[] = [];
  for await (const one of provider.listBalanceTransactions(providerCustomerId)) {
    if ((await db.balanceTransaction.count({ where: { tenantId, id: one.id } })) > 0) break;
    news.push(one);
  }
  const data = news.toReversed().map(({ invoiceId: providerInvoiceId, ...one }) => ({
    tenantId,
    customerId,
    providerInvoiceId,
    ...one,
  }));
  await db.$transaction(async (tx) => {
    // What an account had that the tenant has left is held already.
    await requirePresent(tx, scope, provider);
    await tx.balanceTransaction.createMany({ data, skipDuplicates: true });
  });
}

/**
 * The same for all customers whose balance was changed since a time, in case callbacks were lost. One that cannot be read is logged
 * and stops no other. Returns how many could not be read. K7xxx when the changes cannot be listed.
 */
export async function syncBalancesSince(scope: Scope, since: Date): Promise<number> {
  const provider = await cardProviderOf(scope);
  const changed = new Set<string>();
  for await (const id of provider.listBalanceChangesSince(since)) changed.add(id);
  return eachOrLog(scope, changed, (id) => syncBalance(scope, id), {
    failure: "a customer's balance could not be read yet",
    name: (id) => ({ provider_customer_id: id }),
  });
}
