import { ApiError } from "../../errors/api-error.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
import { requireOwn, type Scope, type Tx } from "../scope.ts";

/** What a subscription is shown and judged with. */
export const SUBSCRIPTION_PARTS = {
  customer: true,
  product: true,
  plan: true,
  planPrice: true,
  pack: true,
  drivers: true,
} as const satisfies Prisma.SubscriptionInclude;

export type LoadedSubscription = Prisma.SubscriptionGetPayload<{ include: typeof SUBSCRIPTION_PARTS }>;

/** The tenant's subscription of that id. K6001 when there is none, K2010 when it is not the token's own customer's. */
export async function getSubscriptionOrThrow(tx: Tx, scope: Scope, id: string): Promise<LoadedSubscription> {
  const subscription = await tx.subscription.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: SUBSCRIPTION_PARTS,
  });
  if (!subscription) throw new ApiError("K6001");
  requireOwn(scope, subscription.customerId);
  return subscription;
}

/** The customer's subscriptions that have not ended, newest first; one per product. */
export async function findLiveSubscriptions(
  tx: Tx,
  scope: Scope,
  customerId: string,
): Promise<LoadedSubscription[]> {
  return tx.subscription.findMany({
    where: { tenantId: scope.tenantId, customerId, status: { not: "CANCELED" } },
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: "desc" },
  });
}
