import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSchedule, ProviderSubscription } from "../../../../providers/port.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { withoutAliases } from "./expected-items.ts";

/**
 * The prices to which the provider will change a subscription by its schedule, and when; null: it will not. A schedule of which the last
 * part has begun changes nothing more: ours is attached until that ends. K7xxx.
 */
export async function comingThere(
  scope: Scope,
  provider: CardProvider,
  row: LoadedSubscription,
  { scheduleId, status }: Pick<ProviderSubscription, "scheduleId" | "status">,
): Promise<ProviderSchedule["coming"][number] | null> {
  if (scheduleId === null || status === "CANCELED") return null;
  const schedule = await provider.readSchedule(scheduleId);
  const [next] = schedule?.coming ?? [];
  return next ? { ...next, items: await withoutAliases(scope, next.items, row) } : null;
}
