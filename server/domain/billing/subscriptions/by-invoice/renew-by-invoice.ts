import { periodAt } from "../../../../platform/calendar.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { sumOfWaiting } from "../../charges/waiting-charges.ts";
import { issueInvoice } from "../../invoices/issue-invoice.ts";
import { chargePeriod } from "../../invoices/rules.ts";
import { closeBeforePackChange, closeSubscriptionUsage } from "../../periods/close-ended-periods.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { applyPlan } from "../change/apply-plan.ts";
import { applyPackDue } from "../change/change-pack.ts";
import { pendingPlan } from "../change/pending-change.ts";
import { presentItems } from "../change/priced-items.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { isMoving } from "./lock-by-invoice.ts";

/**
 * Renews a subscription by invoice for every period that has ended: bills usage, applies a scheduled change of plan or pack, begins
 * the next period with its invoice, and ends a subscription that was canceled for the period's end. Each period once, under retries and
 * concurrency.
 */
export async function renewByInvoice(caller: Scope, id: string): Promise<void> {
  for (;;) {
    const row = await getSubscriptionOrThrow(caller.db, caller, id);
    const scope = await withCustomerClock(caller.db, caller, row.customer);
    const end = row.currentPeriodEnd;
    const isOver = row.provider !== BY_INVOICE || row.status === "CANCELED";
    if (isOver || end === null || end > scope.clock.now()) return;
    if (row.cancelAtPeriodEnd) return endByInvoice(scope, id, end);
    await closeBeforePackChange(scope, { subscriptionId: id, customerId: row.customerId });
    await scope.db.$transaction((tx) => beginPeriod(tx, scope, id, end));
  }
}

async function beginPeriod(tx: Tx, scope: Scope, id: string, end: Date): Promise<void> {
  const locked = await lockSubscription(tx, scope, id);
  const isBegun = locked.currentPeriodEnd?.getTime() !== end.getTime();
  // One that was canceled for this end meanwhile is read again, and ends.
  if (locked.status === "CANCELED" || locked.cancelAtPeriodEnd || isBegun) return;
  const plan = pendingPlan(locked);
  const changed = plan ? await applyPlan(tx, scope, locked, plan, end) : locked;
  // Before the items are priced: the new period's invoice has the new pack's prices.
  const row = await applyPackDue(tx, scope, changed, end);
  const interval = row.planPrice.interval;
  const anchor = interval === locked.planPrice.interval ? row.periodAnchor : end;
  const period = periodAt(anchor, interval, end);
  const isPaused = row.status === "PAUSED";
  const charges = isPaused ? [] : chargePeriod(id, await presentItems(tx, scope, row), period);
  const trigger = row.status === "TRIALING" ? "trial_ends" : "renews";
  const begun = await setSubscription(tx, scope, row, trigger, {
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    periodAnchor: anchor,
  });
  // A paused subscription bills nothing, and keeps its scheduled change until it is resumed.
  if (!isPaused) await invoice(tx, scope, begun, "subscription_cycle", charges, period);
}

type Reason = Parameters<typeof issueInvoice>[2]["reason"];
type Charges = Parameters<typeof issueInvoice>[2]["charges"];

async function invoice(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
  reason: Reason,
  charges: Charges,
  period: { start: Date; end: Date },
): Promise<void> {
  const { id, customer, planPrice, invoiceDueDays: dueDays } = row;
  const subscription = { id, currency: planPrice.currency, dueDays };
  await issueInvoice(tx, scope, { subscription, customer, reason, charges, period });
}

/**
 * Ends a subscription by invoice at a given time: usage until then is on its final invoice. One that moves to the card provider does not end
 * meanwhile. Idempotent.
 */
export async function endByInvoice(scope: Scope, id: string, endedAt: Date): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (row.provider === BY_INVOICE && !(await isMoving(tx, scope, row)))
      await endLocked(tx, scope, row, endedAt);
  });
  await billEnded(scope, id);
}

/** Ends a locked subscription at a given time; what it owes is billed afterwards. Idempotent. */
export async function endLocked(tx: Tx, scope: Scope, row: LoadedSubscription, endedAt: Date): Promise<void> {
  if (row.status === "CANCELED") return;
  await setSubscription(tx, scope, row, row.cancelAtPeriodEnd ? "ending_comes" : "cancel_now", { endedAt });
}

/** Bills the usage of an ended subscription that is not billed yet; a person settles credit that is left. Idempotent. */
export async function billEnded(scope: Scope, id: string): Promise<void> {
  const { db } = scope;
  const row = await getSubscriptionOrThrow(db, scope, id);
  const { endedAt, customerId, currentPeriodStart } = row;
  if (endedAt === null) return;
  await closeSubscriptionUsage(scope, { id, customerId }, endedAt);
  await db.$transaction(async (tx) => {
    await lockSubscription(tx, scope, id);
    if ((await sumOfWaiting(tx, scope, id)) <= 0n) return;
    const period = { start: currentPeriodStart ?? endedAt, end: endedAt };
    await invoice(tx, scope, row, "final", [], period);
  });
}
