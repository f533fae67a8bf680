import { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { ProviderOperation } from "../../platform/database/client/client.ts";
import type { CardProvider, ProviderSubscription } from "../../providers/port.ts";
import {
  getActivePack,
  getPackWithEntitlements,
  getPlanPriceOrThrow,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../catalog/get-plan-price.ts";
import { inCustomerTime } from "../customers/in-customer-time.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "./load-subscription.ts";
import { beginOperation, completeOperation, failOperation } from "./provider-operations.ts";
import { ensureProviderItems } from "./provider-prices.ts";
import { canChangePlan } from "./rules.ts";
import { mirroredColumns } from "./save-subscription.ts";
import type { ChangePlan, Subscription } from "./schema.ts";
import { viewSubscription } from "./view-subscription.ts";

const Stored = z.object({ planPriceId: z.string(), prorationDate: z.iso.datetime() });
type Stored = z.output<typeof Stored>;

/**
 * Interface 4.4: moves a subscription to another price of its product at once. The provider prorates to the second and
 * charges at once; a failed charge leaves all as it was. The same price is a no-op. A pack stays pinned while the plan
 * stays; another plan brings its active pack. K6001, K6003, K6005–K6008, K5003, K5010, K7xxx.
 */
export async function changePlan(
  scope: Scope,
  input: z.output<typeof ChangePlan>,
): Promise<z.output<typeof Subscription>> {
  const subscription = await getSubscriptionOrThrow(scope.db, scope, input.id);
  const price = await getPlanPriceOrThrow(scope, input.plan_price_id);
  if (price.id === subscription.planPriceId) return viewSubscription(scope.db, scope, subscription);
  refuseUnfit(subscription, price);
  const { clock } = await inCustomerTime(scope.db, scope, subscription.customer);
  const stored: Stored = { planPriceId: price.id, prorationDate: clock.now().toISOString() };
  const begun = await beginOperation(scope, {
    kind: "CHANGE_PLAN",
    customerId: subscription.customerId,
    productId: subscription.productId,
    subscriptionId: subscription.id,
    input: stored,
  });
  if (begun.state === "running") throw new ApiError("K6007", { retryAfter: 1 });
  if (begun.state === "abandoned") {
    await recoverChange(scope, begun.operation);
    return changePlan(scope, input);
  }
  return carryOut(scope, begun.operation, stored);
}

function refuseUnfit(subscription: LoadedSubscription, price: PlanPriceWithPlan): void {
  if (!canChangePlan(subscription.status))
    throw new ApiError("K6003", { details: { status: subscription.status } });
  if (price.plan.productId !== subscription.productId) throw new ApiError("K6005");
  if (price.currency !== subscription.planPrice.currency) throw new ApiError("K6006");
  if (price.archivedAt || price.plan.archivedAt) throw new ApiError("K6008");
}

async function carryOut(
  scope: Scope,
  operation: ProviderOperation,
  stored: Stored,
): Promise<z.output<typeof Subscription>> {
  try {
    const [subscription, price, provider] = await Promise.all([
      getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId),
      getPlanPriceOrThrow(scope, stored.planPriceId),
      cardProviderOf(scope),
    ]);
    const pack = await packFor(scope, subscription, price);
    const remote = await askProvider(scope, { operation, stored, provider, subscription, price, pack });
    return await save(scope, { operation, subscription, price, pack, remote });
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
}

/** The pack it is pinned to while the plan stays, the other plan's active one otherwise. */
async function packFor(
  scope: Scope,
  subscription: LoadedSubscription,
  price: PlanPriceWithPlan,
): Promise<PackWithEntitlements> {
  const pinned = price.planId === subscription.planId ? subscription.packId : null;
  const pack = pinned
    ? await getPackWithEntitlements(scope.db, scope, pinned)
    : await getActivePack(scope, price.planId);
  if (!pack) throw new ApiError("K5010");
  return pack;
}

interface Ask {
  operation: ProviderOperation;
  stored: Stored;
  provider: CardProvider;
  subscription: LoadedSubscription;
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
}

async function askProvider(scope: Scope, ask: Ask): Promise<ProviderSubscription> {
  const { operation, stored, provider, subscription, price, pack } = ask;
  const id = subscription.providerSubscriptionId;
  if (id === null) throw new ApiError("K6003", { details: { status: subscription.status } });
  const items = await ensureProviderItems(scope, provider, {
    price,
    pack,
    drivers: driversKept(subscription, pack),
  });
  return provider.changeSubscription({
    idempotencyKey: operation.id,
    id,
    items,
    prorationDate: new Date(stored.prorationDate),
  });
}

/** Bought steps go along where the new pack knows the driver. */
function driversKept(subscription: LoadedSubscription, pack: PackWithEntitlements) {
  return subscription.drivers.flatMap(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return entitlement?.driverStepSize ? [{ featureId, featureKey: entitlement.feature.key, steps }] : [];
  });
}

interface Result {
  operation: ProviderOperation;
  subscription: LoadedSubscription;
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
  remote: ProviderSubscription;
}

async function save(
  scope: Scope,
  { operation, subscription, price, pack, remote }: Result,
): Promise<z.output<typeof Subscription>> {
  const { tenantId, clock } = scope;
  return scope.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${tenantId} and id = ${subscription.id} for update`;
    const current = await getSubscriptionOrThrow(tx, scope, subscription.id);
    const before = await viewSubscription(tx, scope, current);
    const keepsPlan = price.planId === current.planId;
    await tx.subscription.update({
      where: { tenantId_id: { tenantId, id: subscription.id } },
      data: {
        planPriceId: price.id,
        planId: price.planId,
        pendingPlanPriceId: null,
        ...mirroredColumns(scope, remote, current),
        ...(!keepsPlan && { packId: pack.id, pendingPackId: null, pendingPackAt: null }),
        updatedAt: clock.now(),
      },
    });
    const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, subscription.id));
    await recordChange(tx, scope, {
      type: "subscription.plan_changed",
      objectType: "subscription",
      objectId: subscription.id,
      before,
      after,
    });
    await completeOperation(tx, scope, operation);
    return after;
  });
}

/** Finishes a change that a crash left behind; the provider's idempotency key makes it one change. */
export async function recoverChange(scope: Scope, operation: ProviderOperation): Promise<void> {
  try {
    await carryOut(scope, operation, Stored.parse(operation.input));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}
