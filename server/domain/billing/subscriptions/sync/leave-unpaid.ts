import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { UnpaidDraft } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { sendCharges, takeBackCharges } from "../../charges/send-charges.ts";
import { syncInvoices } from "../../invoices/sync-invoice.ts";
import { findToSend, sendWaiting } from "../../periods/send-waiting.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** Drafts of the unpaid time and what came after it. */
const INVOICES = 100;

/**
 * Settles the renewals' drafts of a subscription on cards that was UNPAID: a period that began in that time is not owed, since
 * nothing was provided; the one that was running when everything was paid is issued and collected. Of a subscription that ended
 * while it was UNPAID none is owed. Usage beyond the plan is owed: it is taken off the drafts first, and goes on the running
 * period's invoice or waits for the next one. A subscription that is UNPAID though all its issued invoices are paid becomes ACTIVE
 * by the payment of the running period.
 *
 * Safe under retries, for two at once and after a crash at any point: the row keeps `unpaidSince` until all is done. K7xxx.
 */
export async function leaveUnpaid(caller: Scope, id: string): Promise<void> {
  const row = await getSubscriptionOrThrow(caller.db, caller, id);
  const { unpaidSince, status, providerCustomerId, providerSubscriptionId } = row;
  if (unpaidSince === null || status === "PAUSED" || row.provider !== BY_CARD) return;
  if (providerCustomerId === null || providerSubscriptionId === null) return;
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  const provider = await cardProviderOf(scope);
  const time = await provider.readUnpaidTime(providerSubscriptionId);
  const { drafts } = time;
  if (status === "UNPAID" && (time.isOwing || time.paidAt === null || drafts.length === 0)) return;
  if (drafts.length > 0) {
    const { taxBehavior } = row;
    const sold = { id, providerCustomerId, providerSubscriptionId, taxBehavior };
    const running = status === "CANCELED" ? null : runningOf(drafts, time.paidAt, scope.clock.now());
    await takeBackCharges(scope, provider, sold, "UNPAID");
    // The running one comes last: after a crash the others are found beside it.
    for (const draft of drafts)
      if (draft !== running) await provider.voidDraft({ id: draft.id, why: "UNPAID" });
    if (running) {
      await sendCharges(scope, provider, sold);
      await provider.issueDraft(running.id);
    }
  }
  await syncInvoices(scope, providerSubscriptionId, INVOICES);
  if (status === "UNPAID") await syncSubscription(scope, id);
  await forget(scope, row);
  const which = { customerId: row.customerId, subscriptionId: id };
  if ((await findToSend(scope, which)).length > 0) await sendWaiting(scope, id);
}

/**
 * The subscription, before an operation that charges, credits or ends it: what it was sold as, with the drafts of a time in which it was
 * UNPAID settled. One that became ACTIVE at the provider is synced first. Throws subscription_not_found.
 */
export async function loadSettled(scope: Scope, id: string): Promise<LoadedSubscription> {
  const row = await getSubscriptionOrThrow(scope.db, scope, id);
  if (row.unpaidSince === null || row.status === "CANCELED") return row;
  if (row.status === "UNPAID") await syncSubscription(scope, id);
  await leaveUnpaid(scope, id);
  return getSubscriptionOrThrow(scope.db, scope, id);
}

/** As leaveUnpaid, after a sync that is saved: a failure is logged and not thrown, and due work tries it again. */
export async function tryLeaveUnpaid(scope: Scope, id: string): Promise<void> {
  try {
    await leaveUnpaid(scope, id);
  } catch (error) {
    scope.log.warn({ err: error, subscription_id: id }, "drafts of an unpaid time could not be settled yet");
  }
}

/** The draft whose period was running when everything was paid; without such a payment, the one that is running now. */
function runningOf(drafts: readonly UnpaidDraft[], paidAt: Date | null, now: Date): UnpaidDraft | null {
  const [oldest] = drafts;
  const at = paidAt !== null && oldest !== undefined && paidAt >= oldest.periodStart ? paidAt : now;
  const isRunning = ({ periodStart, periodEnd, isVoiding }: UnpaidDraft) =>
    !isVoiding && periodStart <= at && at < periodEnd;
  return drafts.find(isRunning) ?? null;
}

/** Nothing is left to settle, unless it is UNPAID again. */
async function forget(
  { tenantId, db }: Scope,
  { id, unpaidSince }: Pick<LoadedSubscription, "id" | "unpaidSince">,
): Promise<void> {
  await db.subscription.updateMany({
    where: { tenantId, id, unpaidSince, status: { not: "UNPAID" } },
    data: { unpaidSince: null },
  });
}
