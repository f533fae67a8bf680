import { eachOrLog } from "../../../platform/each-or-log.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { processProviderEvent } from "./process-event.ts";
import { storeCallback } from "./receive-event.ts";

/**
 * Handles the callbacks since a time about renewed cards that did not arrive. One that cannot be handled is logged, and stored to be tried
 * again. Returns how many could not be. K7xxx when they cannot be listed.
 */
export async function syncRenewedCardsSince(scope: Scope, since: Date): Promise<number> {
  const provider = await cardProviderOf(scope);
  const lost: string[] = [];
  for await (const callback of provider.listCardRenewalsSince(since)) {
    const id = callback.renewedCard && (await storeCallback(scope, callback));
    if (id) lost.push(id);
  }
  return eachOrLog(scope, lost, (id) => processProviderEvent(scope, id), {
    failure: "a renewed card could not be recorded yet",
    name: (id) => ({ provider_event_id: id }),
  });
}
