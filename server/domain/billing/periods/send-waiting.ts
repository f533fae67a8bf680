import { Prisma } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { invoiceEnded } from "../charges/invoice-ended.ts";
import { finishGiving, type SoldAtProvider, sendCharges } from "../charges/send-charges.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";

/**
 * SQL: the placement `p` of a charge of the subscription `s` needs the card provider. What waits is sent, and an item or a change of the
 * balance that a crash left unknown is found, but not while the subscription is paused: its invoices are voided then. Of one
 * that has ended all that is not on a finalized invoice is invoiced.
 */
export const NEEDS_PROVIDER = `p.ended_at is null and p.invoice_id is null and s.provider = 'PROVIDER_A' and s.status <> 'PAUSED'
  and (p.kind = 'WAITING' or p.kind = 'INVOICE' and (p.provider_item_id is null or s.status = 'CANCELED')
    or p.kind = 'BALANCE' and p.provider_item_id is null)`;

interface Which {
  customerId: string;
  subscriptionId?: string;
}

/** The subscriptions of a customer with charges for the card provider. */
export async function findToSend(
  { tenantId, db }: Scope,
  { customerId, subscriptionId }: Which,
): Promise<string[]> {
  const which = subscriptionId === undefined ? Prisma.empty : Prisma.sql`and s.id = ${subscriptionId}`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select s.id from charge_placements p
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
    join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
    where p.tenant_id = ${tenantId} and c.customer_id = ${customerId} and ${Prisma.raw(NEEDS_PROVIDER)} ${which}
    group by s.id, s.status having s.status <> 'CANCELED' or bool_or(p.kind <> 'WAITING') or sum(c.amount) > 0
    order by s.id`;
  return rows.map(({ id }) => id);
}

/**
 * Sends what waits of a subscription to the card provider, once, under retries and concurrency, also after a crash between the
 * provider's commit and ours. Of one that has ended it is invoiced at once, with items that its end left on a draft or pending; credit
 * that is left then is not paid out. K7xxx.
 */
export async function sendWaiting(scope: Scope, subscriptionId: string): Promise<void> {
  const row = await getSubscriptionOrThrow(scope.db, scope, subscriptionId);
  const { id, provider: billedBy, providerCustomerId, providerSubscriptionId, status, taxBehavior } = row;
  if (billedBy !== BY_CARD || !providerCustomerId || !providerSubscriptionId || status === "PAUSED") return;
  const provider = await cardProviderOf(scope);
  const sold: SoldAtProvider = { id, providerCustomerId, providerSubscriptionId, taxBehavior };
  await finishGiving(scope, provider, sold);
  if (status !== "CANCELED") {
    await sendCharges(scope, provider, sold);
    return;
  }
  await invoiceEnded(scope, provider, sold);
  await syncInvoices(scope, providerSubscriptionId);
}
