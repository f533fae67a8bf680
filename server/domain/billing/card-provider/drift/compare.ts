import type { PriceItem, ProviderSchedule, ProviderSubscription } from "../../../../providers/port.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";

// Pure functions that find the differences between our subscription and the provider's.

export type Field =
  | "status"
  | "period_end"
  | "ending"
  | "prices"
  | "schedule"
  | "unknown_schedule"
  | "missing"
  | "ended_here"
  | "unknown"
  | "twice";

export interface Difference {
  kind: Field;
  subscriptionId: string | null;
  providerSubscriptionId: string;
  ours: string | null;
  theirs: string | null;
}

/** How long the provider's callback may take: younger differences may still resolve themselves. */
export const SETTLING_SECONDS = 120;

/**
 * How our row and the provider's subscription differ. wanted: the provider's prices that our row maps to; pending: those of its change
 * that waits; null where we know none to compare with. coming: those to which the provider's schedule will change it, and when; null: to
 * none.
 */
export function compare(
  row: LoadedSubscription,
  remote: ProviderSubscription | null,
  {
    wanted,
    pending,
    coming,
  }: {
    wanted: PriceItem[] | null;
    pending: PriceItem[] | null;
    coming: ProviderSchedule["coming"][number] | null;
  },
): Difference[] {
  const at = { subscriptionId: row.id, providerSubscriptionId: row.providerSubscriptionId ?? "" };
  if (remote === null) {
    // A subscription that has ended here may be deleted there.
    return row.status === "CANCELED" ? [] : [{ ...at, kind: "missing", ours: row.status, theirs: null }];
  }
  if (row.status === "CANCELED") {
    return isLive(remote) ? [{ ...at, kind: "ended_here", ours: row.status, theirs: remote.status }] : [];
  }
  const status: [Field, string | null, string | null] = ["status", row.status, remote.status];
  // A trial whose plan will change with its end has the next plan's prices at the provider already.
  const isNextThere = row.status === "TRIALING" && row.pendingPlanPriceId !== null;
  const pairs: [Field, string | null, string | null][] = [
    ["period_end", row.currentPeriodEnd?.toISOString() ?? null, remote.currentPeriodEnd.toISOString()],
    ["ending", ending(row), ending(remote)],
  ];
  if (!isNextThere && wanted) pairs.push(["prices", itemsText(wanted), itemsText(remote.items)]);
  if (row.pendingPlanPriceId !== null) pairs.push(["schedule", ...waiting(row, remote, coming)]);
  if (row.pendingPlanPriceId === null) pairs.push(["unknown_schedule", "none", coming ? "waits" : "none"]);
  else if (pending && coming) pairs.push(["unknown_schedule", itemsText(pending), itemsText(coming.items)]);
  return [status, ...(remote.status === "CANCELED" ? [] : pairs)]
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([kind, ours, theirs]) => ({ ...at, kind, ours, theirs }));
}

/**
 * Until when a change waits, here and there. "waits": we do not know until when, as after a crash before the provider's answer. A trial
 * has the next prices there without a schedule.
 */
function waiting(
  { status, pendingChangeAt: at }: LoadedSubscription,
  { isScheduled, currentPeriodEnd }: ProviderSubscription,
  coming: { startsAt: Date } | null,
): [string, string] {
  const ours = at?.toISOString() ?? "waits";
  if (status === "TRIALING") return [ours, currentPeriodEnd.toISOString()];
  if (coming) return [ours, coming.startsAt.toISOString()];
  // It has begun there: our row follows as soon as it knows of the period.
  return [ours, isScheduled && at !== null ? ours : "none"];
}

/** Whether the provider's subscription has begun and not ended: one whose first payment waits or was given up never began. */
export function isLive({ status }: Pick<ProviderSubscription, "status">): boolean {
  return status !== "CANCELED" && status !== "INCOMPLETE";
}

/** The difference of a provider's subscription that no row of ours refers to; first: our subscription that it duplicates. */
export function compareUnknown(
  remote: Pick<ProviderSubscription, "id" | "status" | "subscriptionId">,
  first: Pick<LoadedSubscription, "providerSubscriptionId"> | null,
): Difference[] {
  if (!isLive(remote)) return [];
  const at = { subscriptionId: remote.subscriptionId, providerSubscriptionId: remote.id };
  if (first) return [{ ...at, kind: "twice", ours: first.providerSubscriptionId, theirs: remote.id }];
  return [{ ...at, kind: "unknown", ours: null, theirs: remote.status }];
}

function ending({
  cancelAtPeriodEnd,
  cancelAt,
}: {
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
}): string {
  return cancelAtPeriodEnd ? "true" : (cancelAt?.toISOString() ?? "false");
}

/** More differences of a kind that could end something than this stop a run, when they are also more than the share. */
const MANY = 3;
const MANY_SHARE = 0.02;

/**
 * Whether the provider lacks or has ended so many subscriptions that the cause is more likely the connection than the customers:
 * more than 3, and more than 2 % of those that were compared. Changes that we would write to the provider and duplicates that we would end there count, too.
 */
export function areTooMany(differences: Difference[], compared: number): boolean {
  const grave = differences.filter(
    ({ kind, theirs }) =>
      kind === "missing" ||
      kind === "schedule" ||
      kind === "twice" ||
      (kind === "status" && theirs === "CANCELED"),
  );
  return grave.length > MANY && grave.length > compared * MANY_SHARE;
}

function itemsText(items: PriceItem[]): string {
  return items
    .map(({ priceId, quantity }) => `${priceId} × ${quantity}`)
    .sort()
    .join(", ");
}
