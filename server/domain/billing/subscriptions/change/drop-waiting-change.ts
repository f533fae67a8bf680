import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { syncConfirmedChange } from "./confirmed-change.ts";

/**
 * Drops the change of a subscription that waits for its cardholder (K7002), before the subscription ends at the card provider: confirmed
 * later, it would be paid for nothing. One that was confirmed until now has been made there, and is saved. Idempotent. K7xxx.
 */
export async function dropWaitingChange(
  scope: Scope,
  provider: CardProvider,
  { id, remoteId }: { id: string; remoteId: string },
): Promise<void> {
  await provider.dropUnpaidChange({ id: remoteId, items: [], prorationDate: null });
  await syncConfirmedChange(scope, id);
}
