import type { z } from "zod";
import type { Scope } from "../scope.ts";
import { getSubscriptionOrThrow } from "./load-subscription.ts";
import type { GetSubscription, Subscription } from "./schema.ts";
import { viewSubscription } from "./view-subscription.ts";

/** Interface 4.10. K6001, K2010. */
export async function getSubscription(
  scope: Scope,
  input: z.output<typeof GetSubscription>,
): Promise<z.output<typeof Subscription>> {
  const row = await getSubscriptionOrThrow(scope.db, scope, input.id);
  return viewSubscription(scope.db, scope, row);
}
