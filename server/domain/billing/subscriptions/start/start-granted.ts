import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getPlanPriceOrThrow } from "../../../catalog/get-plan-price.ts";
import { needsCard } from "../../terms/rules.ts";
import { findStartTerms, findUnusedGrants } from "./customer-grants.ts";
import { startSubscription } from "./start-subscription.ts";

/**
 * Starts what a customer was promised and needs no card for: a free price, or a trial that asks for none. What the provider
 * or the rules refuse stays promised, for the customer's own next start, and is logged; nobody's registration fails for it.
 */
export async function startGranted(caller: Scope, customerId: string): Promise<void> {
  // Each start is an operation of its own, whichever request it comes with.
  const { onceKey: _, ...scope } = caller;
  for (const promise of await findUnusedGrants(scope, customerId)) {
    try {
      const price = await getPlanPriceOrThrow(scope, promise.planPriceId);
      const { trialDays } = await findStartTerms(scope, customerId, price);
      if (needsCard(price, trialDays > 0)) continue;
      await startSubscription(scope, { customer: customerId, plan_price_id: price.id });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : undefined;
      scope.log.warn({ err: error, code: refusal, customer_id: customerId }, "promised terms not started");
    }
  }
}
