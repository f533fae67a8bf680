import { newId } from "../../../../platform/ids.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { getActivePack } from "../../../catalog/load-plan-price.ts";
import { ensureCustomer } from "../../../customers/ensure-customer.ts";
import { keepProviderCustomer } from "../../../customers/provider-customer.ts";
import { findProviderId, keepProviderId } from "../../../tenants/provider/provider-references.ts";
import { keepTrialUse, trialTraits } from "../../subscriptions/start/trials.ts";
import { priceKeyOf } from "../../subscriptions/sync/provider-prices.ts";
import { saveNewSubscription } from "../../subscriptions/sync/save-subscription.ts";
import { setSubscription } from "../../subscriptions/update-subscription.ts";
import type { Candidate } from "./find-candidate.ts";

/**
 * Stores customer, references and subscription in one transaction, with the change that its schedule brings; then tags the
 * provider's subscription with our ids. K7xxx only when nothing was stored.
 */
export async function importCandidate(
  scope: Scope,
  provider: CardProvider,
  candidate: Candidate,
): Promise<string> {
  const { remote, externalId, email, price, taxBehavior, coming } = candidate;
  const { db } = scope;
  const pack = await getActivePack(scope.db, scope, price.planId);
  const subscriptionId = newId("subscription");
  await db.$transaction(async (tx) => {
    const customer = await ensureCustomer(tx, scope, { customer: externalId, email });
    const customerId = customer.id;
    await keepProviderCustomer(tx, scope, { customerId, currency: price.currency, id: remote.customerId });
    await keepPrice(tx, scope, candidate);
    const packId = pack?.id ?? null;
    const sale = { subscriptionId, customerId, price, packId, drivers: [], taxBehavior };
    const row = await saveNewSubscription(tx, scope, sale, remote);
    if (remote.trialStart)
      await keepTrialUse(tx, scope, row.productId, subscriptionId, trialTraits(customer, null));
    if (coming)
      await setSubscription(tx, scope, row, "schedule_change", {
        pendingPlanPriceId: coming.plan.planPriceId,
        pendingChangeAt: coming.at,
        pendingDrivers: coming.plan,
      });
  });
  await tag(scope, provider, remote.id, subscriptionId);
  return subscriptionId;
}

/** The first of the provider's prices is the reference of ours; further ones of the same cost are stored as aliases. */
async function keepPrice(tx: Tx, scope: Scope, { remote, price, taxBehavior }: Candidate): Promise<void> {
  const providerId = remote.items[0]?.priceId ?? "";
  const objectId = priceKeyOf(price.id, taxBehavior);
  await keepProviderId(tx, scope, { kind: "PRICE", objectId, providerId });
  if ((await findProviderId(tx, scope, "PRICE", objectId)) === providerId) return;
  const { tenantId, clock } = scope;
  const alias = { tenantId, provider: BY_CARD, providerId, planPriceId: price.id } as const;
  await tx.providerPriceAlias.createMany({
    data: [{ ...alias, createdAt: clock.now() }],
    skipDuplicates: true,
  });
}

/**
 * Writes our ids into the provider's metadata, so that the object is found by them. A failure does not undo the import (Stripe
 * allows 50 metadata keys, for example); the next import tries again.
 */
export async function tag(
  { tenantId, log }: Scope,
  provider: CardProvider,
  id: string,
  subscriptionId: string,
): Promise<void> {
  try {
    await provider.tagSubscription({ id, tenantId, subscriptionId });
  } catch (error) {
    log.warn({ err: error, subscription_id: subscriptionId }, "an imported subscription could not be tagged");
  }
}
