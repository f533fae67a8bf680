import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { closeSubscriptionPeriods } from "../../periods/close-ended-periods.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { applyPlan } from "./apply-plan.ts";
import { pendingPlan } from "./pending-change.ts";
import { isOfItems, providerItemsOf } from "./stored-change.ts";

/**
 * A period that the card provider began before its subscription ended, after our row had moved, is invoiced there, a change that began
 * with it included: we bill from its end.
 */
export async function followRenewal(
  scope: Scope,
  provider: CardProvider,
  id: string,
  { items, currentPeriodStart, currentPeriodEnd }: ProviderSubscription,
): Promise<void> {
  const isKnown = ({ currentPeriodEnd: end }: LoadedSubscription) => end === null || end > currentPeriodStart;
  const row = await getSubscriptionOrThrow(scope.db, scope, id);
  if (isKnown(row)) return;
  const plan = pendingPlan(row);
  const begun =
    plan && isOfItems({ items }, await providerItemsOf(scope, provider, plan, row.taxBehavior)) ? plan : null;
  await closeSubscriptionPeriods(scope, { subscriptionId: id, customerId: row.customerId });
  await scope.db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    if (isKnown(current) || current.provider !== BY_INVOICE || current.status === "CANCELED") return;
    const period = { currentPeriodStart, currentPeriodEnd };
    if (begun) await applyPlan(tx, scope, current, begun, currentPeriodStart, period);
    else
      await setSubscription(tx, scope, current, "renews", {
        ...period,
        ...(plan && { pendingChangeAt: currentPeriodEnd }),
      });
  });
}

/** Whether we have renewed the subscription for that period: our worker may have been faster than the end at the card provider. */
export async function isBilledByUs(
  { db, tenantId }: Scope,
  subscriptionId: string,
  periodStart: Date,
): Promise<boolean> {
  const renewal = { tenantId, subscriptionId, periodStart, reason: "subscription_cycle" };
  return (
    (await db.invoice.count({ where: { ...renewal, provider: BY_INVOICE, status: { not: "VOID" } } })) > 0
  );
}
