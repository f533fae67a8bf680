import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";

/**
 * SQL: the charge `c` was sent to the card provider by its placement `p`, and the renewal that should have invoiced it for the
 * subscription `s` is over. A paused one is invoiced when it is resumed; an unpaid one keeps its drafts.
 */
export const IS_LATE = `p.kind = 'INVOICE' and p.ended_at is null and p.invoice_id is null and s.provider = 'PROVIDER_A'
  and s.status in ('ACTIVE', 'TRIALING', 'PAST_DUE')`;

interface Which {
  customerId: string;
  subscriptionId?: string;
}

/** The subscriptions of a customer with charges that no renewal's invoice took in time. */
export async function findLate(
  { tenantId, db, clock }: Scope,
  { customerId, subscriptionId }: Which,
): Promise<string[]> {
  const which = subscriptionId === undefined ? Prisma.empty : Prisma.sql`and s.id = ${subscriptionId}`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct s.id from subscriptions s
    join charges c on c.tenant_id = s.tenant_id and c.subscription_id = s.id
    join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id
    where s.tenant_id = ${tenantId} and s.customer_id = ${customerId} ${which} and ${Prisma.raw(IS_LATE)}
      and c.due_at <= ${clock.now()}::timestamptz
    order by s.id`;
  return rows.map(({ id }) => id);
}

/**
 * Invoices what hangs past the renewal that should have taken it: our usage was closed after the renewal's invoice was issued, because
 * the clocks differ or a callback came late. The provider is asked first: the invoice may be there, and only its callback be lost. Once,
 * under retries and concurrency. What is on a draft stays there. K7xxx.
 */
export async function invoiceLate(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const row = await getSubscriptionOrThrow(db, scope, subscriptionId);
  const { id, customerId, providerCustomerId, providerSubscriptionId } = row;
  if (!providerCustomerId || !providerSubscriptionId) return;
  await syncInvoices(scope, providerSubscriptionId);
  if ((await findLate(scope, { customerId, subscriptionId: id })).length === 0) return;
  const newest = await db.chargePlacement.findFirstOrThrow({
    where: { tenantId, kind: "INVOICE", charge: { subscriptionId: id, dueAt: { lte: clock.now() } } },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  const provider = await cardProviderOf(scope);
  await provider.invoiceNow({
    customerId: providerCustomerId,
    subscriptionId: providerSubscriptionId,
    idempotencyKey: `late:${newest.id}`,
  });
  await syncInvoices(scope, providerSubscriptionId);
}
