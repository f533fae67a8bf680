import type { ProviderSubscription } from "../../../providers/port.ts";

// Pure rules of subscriptions: values in, values out.

export type SubscriptionStatus = "ACTIVE" | "TRIALING" | "PAST_DUE" | "CANCELED" | "UNPAID" | "PAUSED";

/** Statuses in which the plan can be changed at once. */
export function canChangePlan(status: SubscriptionStatus): boolean {
  return status === "ACTIVE" || status === "TRIALING" || status === "PAST_DUE";
}

/** Whether the status gives access now. PAST_DUE does during the tenant's grace period, counted from when it began. */
export function givesAccess(
  status: SubscriptionStatus,
  pastDueSince: Date | null,
  graceDays: number,
  now: Date,
): boolean {
  if (status === "ACTIVE" || status === "TRIALING") return true;
  if (status !== "PAST_DUE") return false;
  return pastDueSince === null || now.getTime() < pastDueSince.getTime() + graceDays * 86_400_000;
}

interface Sale {
  /** Of the plan and its drivers for one period, in minor units. */
  amount: bigint;
  /** Whether use past a limit is billed. */
  billsOverage: boolean;
  trialNeedsCard: boolean;
}

/**
 * Whether a start needs a card: not when nothing will ever be billed, nor for a trial that asks for none. The card provider cancels or
 * pauses what has a price and no card at its trial's end; for a price of 0 no document of Stripe's says so, so that billed overage
 * needs the card from the start.
 */
export function needsCard({ amount, billsOverage, trialNeedsCard }: Sale, hasTrial: boolean): boolean {
  return amount === 0n ? billsOverage : !hasTrial || trialNeedsCard;
}

/** Our status for a provider's; null for one that never became a subscription. */
export function statusOf(remote: ProviderSubscription): SubscriptionStatus | null {
  return remote.status === "INCOMPLETE" ? null : remote.status;
}
