import type { Customer, ProviderOperation } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import type { PackWithEntitlements, PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import { attachCard } from "../../../customers/attach-card.ts";
import { refineOperation } from "../sync/provider-operations.ts";
import { requireCard } from "./require-card.ts";
import type { StartOperation } from "./start-operation.ts";
import { trialEndOf } from "./trial-end.ts";
import { claimTrial, trialTraits } from "./trials.ts";

/** One start, with everything that it needs. */
export interface Work {
  operation: ProviderOperation;
  stored: StartOperation;
  provider: CardProvider;
  customer: Customer;
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
}

/**
 * Attaches the card to the provider's customer and claims the trial if the customer can have one (trials.ts); once, and stored with the
 * operation.
 */
export async function decideTerms(
  scope: Scope,
  work: Work,
  payer: string,
): Promise<NonNullable<StartOperation["terms"]>> {
  const { operation, stored, provider, customer, price, pack } = work;
  if (stored.terms) return stored.terms;
  const { paymentMethodId, testCardToken } = stored;
  const card = await attachCard(scope, provider, {
    customerId: customer.id,
    payer,
    currency: price.currency,
    paymentMethodId,
    testCardToken,
    idempotencyKey: `${operation.id}:card`,
  });
  const traits = trialTraits(customer, card?.fingerprint ?? null);
  const { subscriptionId } = operation;
  const { productId } = price.plan;
  return scope.db.$transaction(async (tx) => {
    const hasTrial =
      stored.trialDays > 0 && (await claimTrial(tx, scope, { productId, subscriptionId, traits }));
    if (!card) requireCard({ price, pack, drivers: stored.drivers }, hasTrial);
    const trialEnd = hasTrial ? trialEndOf(scope.clock.now(), stored.trialDays).toISOString() : null;
    const terms = { paymentMethodId: card?.paymentMethodId ?? null, trialEnd, traits };
    await refineOperation(tx, scope, operation, { ...stored, terms });
    return terms;
  });
}
