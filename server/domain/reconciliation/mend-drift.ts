import { ApiError } from "../../errors/api-error.ts";
import { followProvider } from "../checkout/process-provider-event.ts";
import { inCustomerTime } from "../customers/in-customer-time.ts";
import { keepUpWithInvoices } from "../lifecycle/keep-up.ts";
import { lockSubscription, setSubscription } from "../lifecycle/manual-status.ts";
import { presentPlan, tellSchedule } from "../lifecycle/schedule-change.ts";
import type { Scope } from "../scope.ts";
import { itemsOf } from "../subscriptions/change-plan.ts";
import { getSubscriptionOrThrow } from "../subscriptions/load-subscription.ts";
import { pendingPlan } from "../subscriptions/pending-change.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import type { Difference, Field } from "./compare.ts";

type Mend = (scope: Scope, difference: Difference) => Promise<void>;

/**
 * How each kind is mended. The provider decides what is paid, ends and for how long, and our row follows it. What is sold is
 * ours to decide: the provider is told it again, from the next period on. What only the provider knows is adopted where we
 * began it. What it has twice is left to people: nobody's subscription is ended on a suspicion.
 */
const MENDS: Partial<Record<Field, Mend>> = {
  status: follow,
  period_end: follow,
  ending: follow,
  missing: end,
  unknown: (scope, { providerSubscriptionId }) => followProvider(scope, providerSubscriptionId),
  schedule: async (scope, { subscriptionId }) => {
    const row = await getSubscriptionOrThrow(scope.db, scope, subscriptionId ?? "");
    const plan = pendingPlan(row);
    if (plan) await tellSchedule(await inCustomerTime(scope.db, scope, row.customer), row, plan);
  },
  prices: async (scope, { subscriptionId }) => {
    const row = await getSubscriptionOrThrow(scope.db, scope, subscriptionId ?? "");
    const provider = await cardProviderOf(scope);
    const items = await itemsOf(scope, provider, presentPlan(row));
    await provider.exchangePrices({ id: row.providerSubscriptionId ?? "", items });
  },
};

/** Whether a kind of difference can be mended without a person's judgement. */
export function canMend({ kind }: Difference): boolean {
  return MENDS[kind] !== undefined;
}

/** Mends one difference; one that cannot be is left. Answers whether it was. */
export async function mendDifference(scope: Scope, difference: Difference): Promise<boolean> {
  const mend = MENDS[difference.kind];
  if (!mend) return false;
  try {
    await mend(scope, difference);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    scope.log.error({ err: error, ...difference }, "a difference to the card provider could not be mended");
    return false;
  }
}

async function follow(scope: Scope, { subscriptionId }: Difference): Promise<void> {
  await keepUpWithInvoices(scope, subscriptionId ?? "");
}

/** The provider no longer has it: it charges nobody, so that it grants nothing here either. */
async function end(scope: Scope, { subscriptionId }: Difference): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, subscriptionId ?? "");
    if (row.status === "CANCELED") return;
    const now = scope.clock.now();
    const ended = { status: "CANCELED", canceledAt: row.canceledAt ?? now, endedAt: now } as const;
    await setSubscription(tx, scope, row, "subscription.canceled", ended);
  });
}
