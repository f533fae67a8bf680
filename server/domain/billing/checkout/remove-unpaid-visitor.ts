import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Due } from "../../../platform/due-work.ts";
import type { Scope, Services, Tx } from "../../../platform/scope.ts";
import { findAtProvider, listProviderCustomers } from "../../customers/provider-customer.ts";
import { eraseHistories } from "../../events/erase-history.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { forgetProviderIds } from "../../tenants/provider/provider-references.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";

/**
 * How long an unpaid visitor's customer is kept, in days. A hosted page can be paid for a day after it was opened (Stripe's
 * Checkout Session: "expires_at … 24 hours from creation" by default); the remaining days are for late callbacks.
 */
const KEPT_DAYS = 7;

/** Customers with nothing but their own checkouts: no payments, and nothing that the tenant added. */
const UNTOUCHED = Prisma.join(
  [
    ...["users", "subscriptions", "provider_operations", "overrides", "usage_records", "usage_ledger"],
    ...[
      "usage_reservations",
      "invoices",
      "charges",
      "invitation_redemptions",
      "customer_grants",
      "customer_notes",
    ],
  ].map(
    (table) =>
      Prisma.sql`not exists (
        select 1 from ${Prisma.raw(table)} t where t.tenant_id = c.tenant_id and t.customer_id = c.id)`,
  ),
  " and ",
);

/** At most limit customers of visitors, of every tenant from this one on, who opened a checkout more than a week ago and never paid. */
export async function findUnpaidVisitors({ db, clock }: Services, after: Due, limit: number): Promise<Due[]> {
  const before = addSeconds(clock.now(), -KEPT_DAYS * 86_400);
  return db.$queryRaw`
    select c.tenant_id as "tenantId", c.id from customers c
    where c.email_from = 'VISITOR' and c.erased_at is null and c.created_at <= ${before}
      and (c.tenant_id, c.id) > (${after.tenantId}, ${after.id}) and ${UNTOUCHED}
    order by c.tenant_id, c.id limit ${limit}`;
}

/**
 * Removes the customer of a visitor who never paid, with their checkouts, here and at the card provider, and blanks the
 * address in history. A subscription that the card provider has and we do not is saved instead.
 * Idempotent.
 */
export async function removeUnpaidVisitor(scope: Scope, id: string): Promise<void> {
  if (await syncUnheard(scope, id)) return;
  const { tenantId, db } = scope;
  const theirs = await listProviderCustomers(db, scope, id);
  if (theirs.length > 0) {
    const provider = await providerOf(scope);
    for (const one of theirs) await provider?.deleteCustomer(one.id);
  }
  await db.$transaction(async (tx) => {
    if (!(await lockUntouched(tx, scope, id))) return;
    const theirs = { tenantId, customerId: id };
    const checkouts = await tx.checkoutSession.findMany({ where: theirs, select: { id: true } });
    await eraseHistories(tx, scope, [id, ...checkouts.map((checkout) => checkout.id)]);
    await tx.checkoutSession.deleteMany({ where: theirs });
    await forgetProviderIds(tx, scope, "CUSTOMER", [id]);
    await tx.customer.delete({ where: { tenantId_id: { tenantId, id } } });
  });
}

/** Whether the card provider has a subscription of one of their checkouts; our row is made from it. */
async function syncUnheard(scope: Scope, id: string): Promise<boolean> {
  const { tenantId, db } = scope;
  const [checkouts, provider] = await Promise.all([
    db.checkoutSession.findMany({ where: { tenantId, customerId: id } }),
    providerOf(scope),
  ]);
  if (!provider) return false;
  for (const { subscriptionId } of checkouts) {
    const found = await findAtProvider(scope, provider, { customerId: id, subscriptionId });
    if (found && found.status !== "INCOMPLETE") {
      await syncFromProvider(scope, found.id);
      return true;
    }
  }
  return false;
}

/** null where the tenant has no account with the card provider any more. */
function providerOf(scope: Scope) {
  return cardProviderOf(scope).catch((error: unknown) => {
    if (error instanceof ApiError && error.errorName === "card_provider_not_connected") return null;
    throw error;
  });
}

/** Locks the row, so that nothing can be added to the customer; false when something was added meanwhile. */
async function lockUntouched(tx: Tx, { tenantId }: Scope, id: string): Promise<boolean> {
  await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${id} for update`;
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from customers c where c.tenant_id = ${tenantId} and c.id = ${id} and ${UNTOUCHED}`;
  return rows.length > 0;
}
