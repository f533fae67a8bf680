import { Prisma } from "../../platform/database/client/client.ts";
import type { ProviderSubscription } from "../../providers/port.ts";
import { getPlanPriceOrThrow } from "../catalog/get-plan-price.ts";
import type { Scope } from "../scope.ts";
import { consumeTerms, findStartTerms } from "../subscriptions/customer-grants.ts";
import { readDrivers } from "../subscriptions/provider-prices.ts";
import { statusOf } from "../subscriptions/rules.ts";
import { saveNewSubscription } from "../subscriptions/save-subscription.ts";
import { keepTrialUse, trialTraits } from "../subscriptions/trials.ts";

/**
 * Makes our subscription for one that the provider started on a hosted page of ours. Told twice, or by two at once, it makes
 * one: the row's primary key was chosen when the page was made. Answers null when the subscription is not of our making or
 * is not paid yet.
 */
export async function adoptSubscription(scope: Scope, remote: ProviderSubscription): Promise<string | null> {
  const { tenantId, db } = scope;
  if (remote.tenantId !== tenantId || remote.checkoutId === null || statusOf(remote) === null) return null;
  const checkout = await db.checkoutSession.findUnique({
    where: { tenantId_id: { tenantId, id: remote.checkoutId } },
    include: { customer: true },
  });
  if (!checkout || checkout.subscriptionId !== remote.subscriptionId) return null;
  const price = await getPlanPriceOrThrow(scope, checkout.planPriceId);
  const { grantId, pack } = await findStartTerms(scope, checkout.customerId, price);
  if (!pack) return null;
  const drivers = (await readDrivers(scope, { price, pack }, remote.items)).filter(({ steps }) => steps > 0);
  try {
    return await db.$transaction(async (tx) => {
      const sale = {
        subscriptionId: checkout.subscriptionId,
        customerId: checkout.customerId,
        price,
        packId: pack.id,
        drivers,
      };
      const row = await saveNewSubscription(tx, scope, sale, remote);
      if (remote.trialEnd)
        await keepTrialUse(tx, scope, price.plan.productId, row.id, trialTraits(checkout.customer, null));
      await consumeTerms(tx, scope, grantId, row.id);
      await tx.checkoutSession.update({
        where: { tenantId_id: { tenantId, id: checkout.id } },
        data: { status: "COMPLETED", updatedAt: scope.clock.now() },
      });
      return row.id;
    });
  } catch (error) {
    // Somebody else adopted it in the meantime.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      return checkout.subscriptionId;
    throw error;
  }
}
