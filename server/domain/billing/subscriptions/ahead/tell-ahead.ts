import { addSeconds } from "../../../../platform/clock.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getPackWithEntitlements, readPlanPrice } from "../../../catalog/load-plan-price.ts";
import { lockCustomer } from "../../../customers/find-customer.ts";
import { recordChange } from "../../../events/record-change.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { sumOfWaiting } from "../../charges/waiting-charges.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { pendingPlan } from "../change/pending-change.ts";
import { recurringOf } from "../recurring-amount.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { type Ahead, isDue, isExpiring, nextLook } from "./rules.ts";

// Events of what lies ahead. Each is written once, with its mark, under a lock: under retries and two workers at once, too. `scope` is in
// the customer's time.

export const TELL: Record<Ahead, (scope: Scope, subscriptionId: string) => Promise<void>> = {
  TRIAL_ENDING: tellTrialEnding,
  UPCOMING: tellUpcoming,
  CARD: lookAtCard,
};

/** subscription.trial_ending, once for each end of a trial. */
async function tellTrialEnding(scope: Scope, id: string): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (!isDue(row, "TRIAL_ENDING", scope.clock.now())) return;
    await setSubscription(tx, scope, row, "trial_nears_end", { trialEndingTold: row.trialEnd });
  });
}

/** invoice.upcoming, once for each period; none where nothing is to be invoiced, as known now. */
async function tellUpcoming(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  await db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (!isDue(row, "UPCOMING", clock.now())) return;
    const key = { tenantId_id: { tenantId, id } };
    await tx.subscription.update({ where: key, data: { upcomingTold: row.currentPeriodEnd } });
    const next = await nextSale(tx, scope, row);
    const waiting = await sumOfWaiting(tx, scope, id);
    if (next.recurring_amount === 0 && waiting <= 0n) return;
    await recordChange(tx, scope, {
      type: "invoice.upcoming",
      objectType: "subscription",
      objectId: id,
      after: {
        id,
        customer_id: row.customerId,
        provider: row.provider,
        ...next,
        renews_at: row.currentPeriodEnd?.toISOString() ?? null,
        waiting_amount: waiting,
      },
    });
  });
}

/** What is sold from the next period on. */
async function nextSale(tx: Tx, scope: Scope, row: LoadedSubscription) {
  const plan = pendingPlan(row);
  const keepsPlan = plan === null || plan.planId === row.planId;
  const packId = keepsPlan ? (row.pendingPackId ?? row.packId) : plan.packId;
  const planPrice = await readPlanPrice(tx, scope, plan?.planPriceId ?? row.planPriceId);
  const pack = packId === null ? null : await getPackWithEntitlements(tx, scope, packId);
  const { recurring_amount } = recurringOf({ planPrice, drivers: plan?.drivers ?? row.drivers }, pack);
  return { plan_price_id: planPrice.id, currency: planPrice.currency, recurring_amount };
}

/** A card that could not be read is read again so much later. */
const RETRY_SECONDS = 86_400;

/**
 * Reads the card that a subscription is charged to: payment_method.expiring, once for each customer, card and date. Cards are not copied:
 * the card provider may have replaced one. K7xxx.
 */
async function lookAtCard(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const row = await getSubscriptionOrThrow(db, scope, id);
  if (!isDue(row, "CARD", now) || row.providerSubscriptionId === null) return;
  const key = { tenantId_id: { tenantId, id } };
  // Before it is read, so that one that fails is not the first again.
  await db.subscription.update({ where: key, data: { cardLookAt: addSeconds(now, RETRY_SECONDS) } });
  const card = await (await cardProviderOf(scope)).readChargedCard(row.providerSubscriptionId);
  const { customerId } = row;
  await db.$transaction(async (tx) => {
    await lockCustomer(tx, scope, customerId);
    const mark = card && isExpiring(card, now) ? `${card.id} ${card.expYear}-${card.expMonth}` : null;
    const isTold =
      mark === null ||
      (await tx.subscription.count({ where: { tenantId, customerId, cardExpiryTold: mark } })) > 0;
    await tx.subscription.update({
      where: key,
      data: { cardLookAt: nextLook(card, now), ...(mark !== null && { cardExpiryTold: mark }) },
    });
    if (isTold || card === null) return;
    await recordChange(tx, scope, {
      type: "payment_method.expiring",
      objectType: "customer",
      objectId: customerId,
      after: {
        customer_id: customerId,
        payment_method_id: card.id,
        subscription_id: id,
        brand: card.brand,
        last4: card.last4,
        exp_month: card.expMonth,
        exp_year: card.expYear,
      },
    });
  });
}

/** Lets the cards of a customer be read again now: another one is charged. `scope` is in the customer's time. */
export async function lookAgain({ tenantId, db, clock }: Scope, customerId: string): Promise<void> {
  await db.subscription.updateMany({
    where: { tenantId, customerId, provider: BY_CARD, status: { not: "CANCELED" } },
    data: { cardLookAt: clock.now() },
  });
}
