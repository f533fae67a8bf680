import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import { getPlanPriceOrThrow } from "../catalog/get-plan-price.ts";
import { nameCustomerWithEmail } from "../customers/name-customer.ts";
import { ensureProviderCustomer } from "../customers/provider-customer.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { chooseDrivers } from "../subscriptions/choose-drivers.ts";
import { findStartTerms } from "../subscriptions/customer-grants.ts";
import { findLiveSubscriptions } from "../subscriptions/load-subscription.ts";
import { ensureProviderItems } from "../subscriptions/provider-prices.ts";
import { hasHadTrial, trialTraits } from "../subscriptions/trials.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import type { Checkout, CreateCheckout } from "./schema.ts";

type Input = z.output<typeof CreateCheckout>;

/**
 * Interface 4.5: a hosted page of the card provider for one price, with the steps bought of each driver. The subscription's
 * id is chosen here, so that whatever tells us of the completed page first makes the same subscription.
 * K3004, K5003, K5010, K6002, K6008, K6009, K7xxx.
 */
export async function createCheckout(scope: Scope, input: Input): Promise<z.output<typeof Checkout>> {
  const { tenantId, clock, db, baseUrl } = scope;
  const price = await getPlanPriceOrThrow(scope, input.plan_price_id);
  if (price.archivedAt || price.plan.archivedAt || price.plan.product.archivedAt) throw new ApiError("K6008");
  const provider = await cardProviderOf(scope);
  const customer = await db.$transaction((tx) => nameCustomerWithEmail(tx, scope, input));
  const live = await findLiveSubscriptions(db, scope, customer.id);
  const second = live.find(({ productId }) => productId === price.plan.productId);
  if (second) throw new ApiError("K6002", { details: { subscription_id: second.id } });

  const { trialDays, pack } = await findStartTerms(scope, customer.id, price);
  if (!pack) throw new ApiError("K5010");
  const drivers = chooseDrivers(pack, input.drivers ?? []);
  const items = await ensureProviderItems(scope, provider, { price, pack, drivers });
  const customerId = await ensureProviderCustomer(scope, provider, customer);
  const hasTrial =
    trialDays > 0 && !(await hasHadTrial(scope, price.plan.productId, trialTraits(customer, null)));
  const id = newId("checkoutSession");
  const subscriptionId = newId("subscription");
  const pages = `${baseUrl}/p/${(await getTenant(db, scope)).slug}/checkout`;
  const session = await provider.createCheckoutSession({
    idempotencyKey: id,
    tenantId,
    subscriptionId,
    checkoutId: id,
    customerId,
    items,
    trialDays: hasTrial ? trialDays : 0,
    successUrl: `${pages}/success?checkout=${id}`,
    cancelUrl: `${pages}/canceled`,
  });
  await db.$transaction(async (tx) => {
    const now = clock.now();
    const row = {
      tenantId,
      id,
      customerId: customer.id,
      planPriceId: price.id,
      drivers: drivers.map(({ featureId, steps }) => ({ featureId, steps })),
      subscriptionId,
      url: session.url,
    };
    await tx.checkoutSession.create({
      data: { ...row, providerSessionId: session.id, createdAt: now, updatedAt: now },
    });
    const after = {
      id,
      customer_id: customer.id,
      plan_price_id: price.id,
      status: "OPEN",
      subscription_id: subscriptionId,
    };
    await recordChange(tx, scope, { type: "checkout.created", objectType: "checkout", objectId: id, after });
  });
  return { url: session.url };
}
