import { ApiError } from "../../../../errors/api-error.ts";
import type { CustomerGrant, Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import type { PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import { closePage, supersedeCheckouts } from "../open-checkouts.ts";
import { findFittingPromises, type StartTerms, termsWith } from "./promised-terms.ts";
import { syncConfirmed } from "./sync-started.ts";

/** Syncs the subscription of a page that was completed when it was to be closed. */
type SyncCompleted = (providerSubscriptionId: string) => Promise<void>;

/**
 * The terms of a sale that is to begin: the oldest unused grant that fits the price, else the price's own. A grant that an open page, or a
 * start that waits for its cardholder, claimed for the same product is freed first, because the new sale replaces it; one that is claimed
 * for another product is left alone. The page is closed at the provider before its grant is given to another sale. Throws
 * subscription_change_in_progress.
 */
export async function findStartTerms(
  scope: Scope,
  customerId: string,
  price: PlanPriceWithPlan,
  syncCompleted: SyncCompleted = async () => {},
): Promise<StartTerms> {
  const kept = new Set<string>();
  const keyOf = ({ id, subscriptionId }: CustomerGrant) => `${id} ${subscriptionId}`;
  for (;;) {
    const grants = await findFittingPromises(scope, customerId, price);
    const grant = grants.find((one) => !kept.has(keyOf(one)));
    if (!grant || grant.subscriptionId === null) return termsWith(scope, price, grant);
    const claim = { subscriptionId: grant.subscriptionId, customerId, productId: price.plan.productId };
    if (!(await endClaim(scope, claim, syncCompleted))) kept.add(keyOf(grant));
  }
}

interface Claim {
  subscriptionId: string;
  customerId: string;
  productId: string;
}

/** Ends the sale that has a claim where a new one of its product replaces it; false where it does not, or where it is over. */
async function endClaim(scope: Scope, claim: Claim, syncCompleted: SyncCompleted): Promise<boolean> {
  const { tenantId, db } = scope;
  const { subscriptionId, customerId, productId } = claim;
  const ofSale = { tenantId, subscriptionId, customerId };
  const page = await db.checkoutSession.findFirst({
    where: { ...ofSale, status: "OPEN", planPrice: { plan: { productId } } },
  });
  if (page) {
    // The recovery job closes it, or syncs its subscription, when this process ends here.
    await supersedeCheckouts(db, scope, {
      customerId,
      productId,
      by: "subscription",
      exceptSubscriptionId: null,
    });
    const completed = await closePage(scope, page);
    if (completed === null) return true;
    await syncCompleted(completed);
    throw new ApiError("subscription_change_in_progress");
  }
  const waiting = {
    ...ofSale,
    productId,
    kind: "START",
    status: "FAILED",
    failureCode: { in: [WAITS_FOR_CARDHOLDER, "LEFT"] },
  } as const satisfies Prisma.ProviderOperationWhereInput;
  if ((await db.providerOperation.count({ where: waiting })) === 0) return false;
  if ((await syncConfirmed(scope, customerId, productId)) !== null)
    throw new ApiError("subscription_change_in_progress");
  return (await db.providerOperation.count({ where: waiting })) === 0;
}
