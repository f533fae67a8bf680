import type { ProviderSubscription } from "../../providers/port.ts";
import { getPlanPriceOrThrow } from "../catalog/get-plan-price.ts";
import type { Scope, Tx } from "../scope.ts";
import { consumeTerms, findStartTerms } from "../subscriptions/customer-grants.ts";
import { closeSupersededSoon } from "../subscriptions/open-checkouts.ts";
import { readDrivers } from "../subscriptions/provider-prices.ts";
import { statusOf } from "../subscriptions/rules.ts";
import { saveNewSubscription } from "../subscriptions/save-subscription.ts";
import { finishSurplus, isTaken, settleTaken } from "../subscriptions/surplus.ts";
import { keepTrialUse, trialTraits } from "../subscriptions/trials.ts";

/**
 * Makes our subscription for one that the provider started on a hosted page of ours. Told twice, or by two at once, it makes
 * one: the row's primary key was chosen when the page was made. One that comes beside a live subscription of the same product
 * is ended and refunded. Answers null then, and when the subscription is not of our making or is not paid yet.
 */
export async function adoptSubscription(scope: Scope, remote: ProviderSubscription): Promise<string | null> {
  const { tenantId, db } = scope;
  if (remote.tenantId !== tenantId || remote.checkoutId === null || statusOf(remote) === null) return null;
  const checkout = await db.checkoutSession.findUnique({
    where: { tenantId_id: { tenantId, id: remote.checkoutId } },
    include: { customer: true },
  });
  if (!checkout || checkout.subscriptionId !== remote.subscriptionId) return null;
  if (await finishSurplus(scope, remote.id)) return null;
  const price = await getPlanPriceOrThrow(scope, checkout.planPriceId);
  const { grantId, pack } = await findStartTerms(scope, checkout.customerId, price);
  if (!pack) return null;
  const drivers = (await readDrivers(scope, { price, pack }, remote.items)).filter(({ steps }) => steps > 0);
  const { subscriptionId, customerId } = checkout;
  const { productId } = price.plan;
  try {
    await db.$transaction(async (tx) => {
      const sale = { subscriptionId, customerId, price, packId: pack.id, drivers };
      const row = await saveNewSubscription(tx, scope, sale, remote);
      if (remote.trialEnd)
        await keepTrialUse(tx, scope, productId, row.id, trialTraits(checkout.customer, null));
      await consumeTerms(tx, scope, grantId, row.id);
      await completeCheckout(tx, scope, checkout.id);
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const settled = await settleTaken(scope, remote, { subscriptionId, customerId, productId });
    if (settled === "FREE") return adoptSubscription(scope, remote);
    if (settled !== "SAVED") {
      await completeCheckout(db, scope, checkout.id);
      return null;
    }
  }
  await closeSupersededSoon(scope, { customerId, productId });
  return subscriptionId;
}

async function completeCheckout(tx: Tx, { tenantId, clock }: Scope, id: string): Promise<void> {
  await tx.checkoutSession.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: "COMPLETED", updatedAt: clock.now() },
  });
}
