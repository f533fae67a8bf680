import { addSeconds } from "../../../../platform/clock.ts";
import type { Customer, ProviderOperation } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import type { PackWithEntitlements, PlanPriceWithPlan } from "../../../catalog/get-plan-price.ts";
import { refineOperation } from "../sync/provider-operations.ts";
import { requireCard } from "./require-card.ts";
import type { StartOperation } from "./start-operation.ts";
import { claimTrial, trialTraits } from "./trials.ts";

async function attachCard(
  provider: CardProvider,
  operation: ProviderOperation,
  stored: StartOperation,
  customerId: string,
) {
  if (stored.testCardToken !== null) {
    return provider.attachTestCard({
      customerId,
      token: stored.testCardToken,
      idempotencyKey: `${operation.id}:card`,
    });
  }
  if (stored.paymentMethodId === null) return null;
  return provider.attachPaymentMethod({ customerId, paymentMethodId: stored.paymentMethodId });
}

/** One start, with everything that it needs. */
export interface Work {
  operation: ProviderOperation;
  stored: StartOperation;
  provider: CardProvider;
  customer: Customer;
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
}

/** Attaches the card and claims the trial if the customer can have one (trials.ts); once, and stored with the operation. */
export async function decideTerms(
  scope: Scope,
  work: Work,
  customerId: string,
): Promise<NonNullable<StartOperation["terms"]>> {
  const { operation, stored, provider, customer, price, pack } = work;
  if (stored.terms) return stored.terms;
  const card = await attachCard(provider, operation, stored, customerId);
  const traits = trialTraits(customer, card?.fingerprint ?? null);
  const { subscriptionId } = operation;
  const { productId } = price.plan;
  return scope.db.$transaction(async (tx) => {
    const hasTrial =
      stored.trialDays > 0 && (await claimTrial(tx, scope, { productId, subscriptionId, traits }));
    if (!card) requireCard({ price, pack, drivers: stored.drivers }, hasTrial);
    const trialEnd = hasTrial ? addSeconds(scope.clock.now(), stored.trialDays * 86_400).toISOString() : null;
    const terms = { paymentMethodId: card?.paymentMethodId ?? null, trialEnd, traits };
    await refineOperation(tx, scope, operation, { ...stored, terms });
    return terms;
  });
}
