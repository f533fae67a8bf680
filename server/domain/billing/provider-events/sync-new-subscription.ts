import { ApiError } from "../../../errors/api-error.ts";
import type { CheckoutSession, Customer } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../providers/port.ts";
import {
  getPackWithEntitlements,
  getPlanPriceOrThrow,
  type PlanPriceWithPlan,
} from "../../catalog/load-plan-price.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import {
  endDuplicate,
  finishDuplicate,
  isUniqueViolation,
  resolveConflict,
} from "../subscriptions/duplicate-subscriptions.ts";
import { closeSupersededSoon } from "../subscriptions/open-checkouts.ts";
import {
  consumeTerms,
  findFreeTerms,
  releaseTerms,
  type StartTerms,
} from "../subscriptions/start/promised-terms.ts";
import { claimTrial, trialTraits } from "../subscriptions/start/trials.ts";
import { isRefusal } from "../subscriptions/sync/provider-operations.ts";
import { readDrivers } from "../subscriptions/sync/provider-prices.ts";
import { saveNewSubscription } from "../subscriptions/sync/save-subscription.ts";
import { statusOf } from "../terms/rules.ts";
import { mailPurchase } from "./mail-purchase.ts";

/**
 * Saves the subscription that the provider started from our hosted page, with the pack, the trial and the granted terms that the
 * page sold. Repeated or concurrent calls make one: the row's primary key was chosen when the page was made. A second live subscription of the product is ended and refunded. A trial that was used
 * before, by the customer, the mailbox or the card, is ended and charged. Returns null then, and when the subscription is not ours or not paid yet.
 */
export async function syncNewSubscription(
  scope: Scope,
  remote: ProviderSubscription,
): Promise<string | null> {
  const { tenantId, db } = scope;
  if (remote.tenantId !== tenantId || remote.checkoutId === null || statusOf(remote) === null) return null;
  const checkout = await db.checkoutSession.findUnique({
    where: { tenantId_id: { tenantId, id: remote.checkoutId } },
    include: { customer: true },
  });
  if (!checkout || checkout.subscriptionId !== remote.subscriptionId) return null;
  if (await finishDuplicate(scope, remote.id)) return endCheckout(scope, checkout);
  const price = await getPlanPriceOrThrow(scope, checkout.planPriceId);
  const { grantId, trialDays, pack } = await soldTerms(scope, checkout, price);
  if (!pack) return null;
  const drivers = (await readDrivers(scope, { price, pack }, remote.items)).filter(({ steps }) => steps > 0);
  const { subscriptionId, customerId } = checkout;
  const { productId } = price.plan;
  const card =
    remote.status === "TRIALING" ? await (await cardProviderOf(scope)).readChargedCard(remote.id) : null;
  const traits = trialTraits(checkout.customer, card?.fingerprint ?? null);
  const isChargedInstead = wasTrialEnded(remote, trialDays);
  try {
    await db.$transaction(async (tx) => {
      const sale = { subscriptionId, customerId, price, packId: pack.id, drivers };
      const subscription = await saveNewSubscription(tx, scope, sale, remote);
      if (remote.trialEnd && !isChargedInstead) {
        const isDue = await claimTrial(tx, scope, { productId, subscriptionId, traits });
        if (!isDue && remote.status === "TRIALING") throw new TrialUsed();
      }
      await mailPurchase(tx, scope, { checkout, subscription, pack, isChargedInstead });
      await consumeTerms(tx, scope, grantId, subscriptionId);
      await completeCheckout(tx, scope, checkout.id);
    });
  } catch (error) {
    if (error instanceof TrialUsed) return chargeInstead(scope, remote, checkout, productId);
    if (!isUniqueViolation(error)) throw error;
    const settled = await resolveConflict(scope, remote, { subscriptionId, customerId, productId });
    if (settled === "FREE") return syncNewSubscription(scope, remote);
    if (settled !== "SAVED") return endCheckout(scope, checkout);
  }
  await closeSupersededSoon(scope, { customerId, productId });
  return subscriptionId;
}

/** What the page sold. A page of a version that stored nothing of it is sold on the terms of now. */
async function soldTerms(scope: Scope, page: CheckoutSession, price: PlanPriceWithPlan): Promise<StartTerms> {
  const { customerId, packId, grantId, trialDays } = page;
  if (packId === null || trialDays === null) return findFreeTerms(scope, customerId, price);
  return { grantId, trialDays, pack: await getPackWithEntitlements(scope.db, scope, packId) };
}

/** Completes a page whose subscription was ended as a duplicate; what it had claimed is given back. */
async function endCheckout(scope: Scope, { id, subscriptionId }: Completed): Promise<null> {
  await scope.db.$transaction(async (tx) => {
    await completeCheckout(tx, scope, id);
    await releaseTerms(tx, scope, subscriptionId);
  });
  return null;
}

/** Rolls the transaction back: the page's trial was used before, by the person or with the card. */
class TrialUsed extends Error {}

const DAY_MS = 86_400_000;

/** Whether we ended a page's trial: it is far shorter than the price's. */
function wasTrialEnded({ status, trialStart, trialEnd }: ProviderSubscription, trialDays: number): boolean {
  if (status === "TRIALING" || trialStart === null || trialEnd === null) return false;
  return trialEnd.getTime() - trialStart.getTime() < (trialDays * DAY_MS) / 2;
}

/**
 * Ends a trial that was used before and charges the price, as the page said; the subscription is then saved as an ordinary one.
 * When the card is declined, or the charge refused, the subscription is ended and not saved.
 */
async function chargeInstead(
  scope: Scope,
  remote: ProviderSubscription,
  checkout: Completed,
  productId: string,
): Promise<string | null> {
  const provider = await cardProviderOf(scope);
  let paid: ProviderSubscription;
  try {
    paid = await provider.endTrial({ id: remote.id, idempotencyKey: `${checkout.id}:trial` });
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error, "REPEATED")) throw error;
    await endDuplicate(scope, remote, { customerId: checkout.customerId, productId, reason: "TRIAL_USED" });
    return endCheckout(scope, checkout);
  }
  return syncNewSubscription(scope, paid);
}

type Completed = CheckoutSession & { customer: Customer };

async function completeCheckout(tx: Tx, { tenantId, clock }: Scope, id: string): Promise<void> {
  await tx.checkoutSession.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: "COMPLETED", updatedAt: clock.now() },
  });
}
