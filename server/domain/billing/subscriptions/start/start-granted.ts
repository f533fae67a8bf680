import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { findFreeTerms, findUnusedPromises } from "./promised-terms.ts";
import { cardNeededFor } from "./require-card.ts";
import { startSubscription } from "./start-subscription.ts";

/**
 * Starts the subscriptions that a customer was granted and that need no card: a free price, or a trial without a card. When the
 * provider or a rule refuses one, it is logged and the grant stays for the customer's next start; the registration succeeds.
 */
export async function startGranted(caller: Scope, customerId: string): Promise<void> {
  // Each start is a separate operation, so that it does not use the Idempotency-Key of the request.
  const { onceKey: _, ...scope } = caller;
  for (const grant of await findUnusedPromises(scope, customerId)) {
    try {
      const price = await getPlanPriceOrThrow(scope, grant.planPriceId);
      const { trialDays, pack } = await findFreeTerms(scope, customerId, price);
      if (!pack) throw new ApiError("plan_not_published");
      if (cardNeededFor({ price, pack, drivers: [] }, trialDays > 0).isNeeded) continue;
      await startSubscription(scope, { customer: customerId, plan_price_id: price.id });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : undefined;
      scope.log.warn({ err: error, k_code: refusal, customer_id: customerId }, "granted terms not started");
    }
  }
}
