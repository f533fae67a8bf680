import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../../providers/port.ts";
import type { Scope } from "../scope.ts";
import type { CancelSubscription, SubscriptionId } from "../subscriptions/lifecycle-schema.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../subscriptions/load-subscription.ts";
import type { Subscription } from "../subscriptions/schema.ts";
import { viewSubscription } from "../subscriptions/view-subscription.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { followSubscription } from "./follow-subscription.ts";

type View = z.output<typeof Subscription>;

/**
 * Cancels at the period's end, or now: then what was used is billed at once. The provider is told first and our row follows
 * what it says, so that a crash in between is healed by its callback. K6001, K6003 one that is over, K7xxx.
 */
export async function cancelSubscription(
  scope: Scope,
  input: z.output<typeof CancelSubscription>,
): Promise<View> {
  const { at, reason } = input;
  return change(
    scope,
    input.id,
    (row) => row.status !== "CANCELED",
    (provider, id, row) =>
      at === "now"
        ? provider.cancelSubscription({ id, idempotencyKey: `${row.id}:cancel` })
        : provider.setEnding({ id, atPeriodEnd: true, reason: reason ?? null }),
  );
}

const CAN_PAUSE = ["ACTIVE", "TRIALING", "PAST_DUE", "PAUSED"];

/** Pauses collection and access. Again is harmless. K6001, K6003 unpaid or over, K7xxx. */
export async function pauseSubscription(
  scope: Scope,
  { id }: z.output<typeof SubscriptionId>,
): Promise<View> {
  return change(
    scope,
    id,
    ({ status }) => CAN_PAUSE.includes(status),
    (provider, remoteId) => provider.pauseSubscription(remoteId),
  );
}

/** Takes back a cancellation at the period's end, or a pause. K6001, K6003 neither is there, K7xxx. */
export async function resumeSubscription(
  scope: Scope,
  { id }: z.output<typeof SubscriptionId>,
): Promise<View> {
  const isThere = (row: LoadedSubscription) =>
    row.status === "PAUSED" || (row.status !== "CANCELED" && row.cancelAtPeriodEnd);
  return change(scope, id, isThere, async (provider, remoteId, row) => {
    if (row.cancelAtPeriodEnd) await provider.setEnding({ id: remoteId, atPeriodEnd: false, reason: null });
    if (row.status === "PAUSED") await provider.resumeSubscription(remoteId);
  });
}

async function change(
  scope: Scope,
  id: string,
  isAllowed: (row: LoadedSubscription) => boolean,
  tell: (provider: CardProvider, remoteId: string, row: LoadedSubscription) => Promise<unknown>,
): Promise<View> {
  const row = await getSubscriptionOrThrow(scope.db, scope, id);
  const remoteId = row.providerSubscriptionId;
  if (!isAllowed(row) || remoteId === null) throw new ApiError("K6003", { details: { status: row.status } });
  await tell(await cardProviderOf(scope), remoteId, row);
  await followSubscription(scope, id);
  return viewSubscription(scope.db, scope, await getSubscriptionOrThrow(scope.db, scope, id));
}
