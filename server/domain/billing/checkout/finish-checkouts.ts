import type { Scope } from "../../../platform/scope.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { closeSuperseded } from "../subscriptions/open-checkouts.ts";
import { finishSurplus } from "../subscriptions/surplus-subscriptions.ts";

/** Closes the tenant's superseded checkout pages, and saves the subscription of one that was completed first. K7xxx. */
export async function closeSupersededPages(scope: Scope): Promise<void> {
  for (const id of await closeSuperseded(scope)) await syncFromProvider(scope, id);
}

/** Finishes the tenant's surplus subscriptions that a crash or an unreachable provider interrupted. K7xxx. */
export async function finishSurplusSubscriptions(scope: Scope): Promise<void> {
  const { tenantId, db } = scope;
  const left = await db.surplusSubscription.findMany({
    where: { tenantId, status: "PENDING" },
    select: { providerSubscriptionId: true },
    orderBy: { id: "asc" },
  });
  for (const { providerSubscriptionId } of left) await finishSurplus(scope, providerSubscriptionId);
}
