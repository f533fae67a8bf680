import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";

/**
 * Whether the provider will change the prices of a subscription of which nothing is scheduled here. A schedule of which the last part has
 * begun changes nothing more: ours is attached until that ends. K7xxx.
 */
export async function waitsThere(
  provider: CardProvider,
  { pendingPlanPriceId }: Pick<LoadedSubscription, "pendingPlanPriceId">,
  { scheduleId, status }: Pick<ProviderSubscription, "scheduleId" | "status">,
): Promise<boolean> {
  if (pendingPlanPriceId !== null || scheduleId === null || status === "CANCELED") return false;
  const schedule = await provider.readSchedule(scheduleId);
  return schedule !== null && schedule.coming.length > 0;
}
