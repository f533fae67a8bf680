import { periodAt } from "../../../platform/calendar.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import { sendWaiting } from "./send-waiting.ts";

/**
 * When overage of an ended period is invoiced by itself: at the end of the month, counted from the anchor, in which the period
 * ended. null where a renewal comes first: at every price that is paid once a month or more often.
 */
export function overageDueAt(
  { planPrice, periodAnchor: anchor, currentPeriodEnd: renewal, status }: LoadedSubscription,
  periodEnd: Date,
): Date | null {
  if (planPrice.interval !== "YEAR" || renewal === null || status === "CANCELED") return null;
  const due = periodAt(anchor, "MONTH", new Date(periodEnd.getTime() - 1)).end;
  return due < renewal ? due : null;
}

/** A renewal's invoice is a draft for about an hour, and takes overage meanwhile; an hour more for clocks that differ. */
const TAKEN_WITHIN_MS = 2 * 3_600_000;

/**
 * When what an ended period of a subscription on cards bills is to be on an invoice, by itself where no renewal's took it: two hours
 * after the renewal that follows the period. null where we invoice, whose renewals take all that waits, and after the end.
 */
export function chargeDueAt(
  { provider, status, currentPeriodStart, currentPeriodEnd }: LoadedSubscription,
  periodEnd: Date,
): Date | null {
  if (provider !== BY_CARD || status === "CANCELED") return null;
  // The provider may have begun the next period, or the next three, before this one was closed.
  const isBegun = currentPeriodStart !== null && currentPeriodStart >= periodEnd;
  const renewal = isBegun ? currentPeriodStart : currentPeriodEnd;
  return renewal && new Date(renewal.getTime() + TAKEN_WITHIN_MS);
}

/** The counters whose overage is to be invoiced by now. A paused subscription is invoiced when it is resumed. */
export const overageDueBy = (now: Date) =>
  ({
    invoiceDueAt: { lte: now },
    subscription: { status: { not: "PAUSED" } },
  }) satisfies Prisma.UsageRecordWhereInput;

/**
 * Invoices what waits for a subscription whose overage is due before its renewal, once, under retries and concurrency. What a
 * renewal has taken meanwhile is not invoiced again. K7xxx.
 */
export async function invoiceOverage(scope: Scope, subscriptionId: string): Promise<void> {
  const row = await getSubscriptionOrThrow(scope.db, scope, subscriptionId);
  await (row.provider === BY_CARD ? invoiceAtProvider(scope, row) : issueOwn(scope, row));
}

/** The end of an invoiced subscription has an invoice of its own, for all that waits. */
async function issueOwn(scope: Scope, { id }: LoadedSubscription): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
    const where = dueOf(scope, id);
    const due = await tx.usageRecord.findMany({ where, orderBy: [{ periodStart: "asc" }, { id: "asc" }] });
    const [first, last] = [due[0], due.at(-1)];
    if (!first || !last) return;
    await tx.usageRecord.updateMany({ where, data: { invoiceDueAt: null } });
    const {
      status,
      planPrice,
      invoiceDueDays: dueDays,
      customer,
    } = await getSubscriptionOrThrow(tx, scope, id);
    if (status === "CANCELED") return;
    await issueInvoice(tx, scope, {
      subscription: { id, currency: planPrice.currency, dueDays },
      customer,
      reason: "manual",
      charges: [],
      period: { start: first.periodStart, end: last.periodEnd },
    });
  });
}

async function invoiceAtProvider(scope: Scope, row: LoadedSubscription): Promise<void> {
  const { tenantId, db } = scope;
  const { id, providerCustomerId, providerSubscriptionId } = row;
  const due = await db.usageRecord.findMany({ where: dueOf(scope, id), orderBy: { id: "desc" } });
  const [newest] = due;
  if (!newest) return;
  if (providerCustomerId && providerSubscriptionId) {
    // What could not be sent before would be on no invoice until the renewal.
    await sendWaiting(scope, id);
    const provider = await cardProviderOf(scope);
    await provider.invoiceNow({
      customerId: providerCustomerId,
      subscriptionId: providerSubscriptionId,
      idempotencyKey: `overage:${newest.id}`,
    });
  }
  await db.usageRecord.updateMany({
    where: { tenantId, id: { in: due.map((record) => record.id) } },
    data: { invoiceDueAt: null },
  });
}

function dueOf({ tenantId, clock }: Scope, subscriptionId: string): Prisma.UsageRecordWhereInput {
  return { tenantId, subscriptionId, ...overageDueBy(clock.now()) };
}
