import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { trySync } from "./sync-subscription.ts";

/**
 * Runs calls to the card provider about a subscription. Where they fail because it has ended there, which its callback has not said yet,
 * our row is synced and subscription_status_conflict is thrown: it is the caller's conflict, and no fault of the provider. Throws
 * subscription_status_conflict.
 */
export async function unlessEnded<T>(
  scope: Scope,
  subscriptionId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "card_provider_refused_request") throw error;
    await trySync(scope, subscriptionId);
    const { status } = await getSubscriptionOrThrow(scope.db, scope, subscriptionId);
    if (status !== "CANCELED") throw error;
    throw new ApiError("subscription_status_conflict", { cause: error, details: { status } });
  }
}
