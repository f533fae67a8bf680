import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { trySync } from "./sync-subscription.ts";

/**
 * Runs calls to the card provider about a subscription. Where they fail because it has ended there, which its callback has not said
 * yet, our row is synced and K6003 is thrown: it is the caller's conflict, and no fault of the provider. K6003, K7xxx.
 */
export async function unlessEnded<T>(
  scope: Scope,
  subscriptionId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "K7020") throw error;
    await trySync(scope, subscriptionId);
    const { status } = await getSubscriptionOrThrow(scope.db, scope, subscriptionId);
    if (status !== "CANCELED") throw error;
    throw new ApiError("K6003", { cause: error, details: { status } });
  }
}
