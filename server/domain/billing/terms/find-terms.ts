import { type Interval, periodAt } from "../../../platform/calendar.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { findFreePlans, findPacksGranting } from "../../catalog/find-free-plans.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { type Terms, termsOf } from "../grants/load-grants.ts";
import { findGranting, type GrantingSubscription } from "./load-subscription.ts";
import type { Period } from "./period.ts";
import { givesAccess } from "./rules.ts";

/** The parts of a customer that counting needs. */
export type CountedCustomer = Pick<Customer, "id" | "createdAt" | "testClockId">;

/** The terms under which a customer uses a feature now. */
export interface CustomerTerms {
  terms: Terms;
  /** null under a free plan, or without any grant. */
  subscription: GrantingSubscription | null;
  hasAccess: boolean;
  /** The billing period; null when there is none. METERED features count in allowance periods (allowancePeriod). */
  period: Period | null;
  /** How long billing periods are, and the moment that they are counted from. */
  interval: Interval;
  anchor: Date;
  /** Since when the customer has had whole ones. */
  since: Date;
}

interface Candidates {
  customer: CountedCustomer | null;
  live: GrantingSubscription[];
  featureId: string;
}

const NOTHING = { packId: null, currency: null, interval: null, drivers: [], provider: null, isTrial: false };

/**
 * The live subscription that grants the feature: one that gives access before one that does not, the newest first. Without
 * one that gives access, the product's free plan; without either, nothing.
 */
export async function findTerms(
  tx: Tx,
  scope: Scope,
  customer: CountedCustomer | null,
  featureId: string,
): Promise<CustomerTerms> {
  const live = customer ? await findGranting(tx, scope, customer.id) : [];
  return chooseTerms(tx, scope, { customer, live, featureId });
}

/** As findTerms, with the customer's live subscriptions loaded, newest first. */
export async function chooseTerms(
  tx: Tx,
  scope: Scope,
  { customer, live, featureId }: Candidates,
): Promise<CustomerTerms> {
  const customerId = customer?.id ?? null;
  const graceDays = live.some(({ status }) => status === "PAST_DUE")
    ? (await getTenant(tx, scope)).gracePeriodDays
    : 0;
  const now = scope.clock.now();
  const candidates = live.map((subscription) => ({
    subscription,
    hasAccess: givesAccess(subscription.status, subscription.pastDueSince, graceDays, now),
  }));
  const packIds = live.flatMap(({ packId }) => packId ?? []);
  const granting =
    packIds.length > 1 ? await findPacksGranting(tx, scope, packIds, featureId) : new Set(packIds);
  const ranked = candidates.sort((a, b) => rank(b, granting) - rank(a, granting));
  const best = ranked[0];
  if (best?.hasAccess) return underSubscription(best.subscription, true, now);
  const free = await findFreePlans(tx, scope, featureId);
  const fallback =
    free.find(
      (plan) => !live.some(({ productId, status }) => productId === plan.productId && status === "PAUSED"),
    ) ?? null;
  if (fallback) {
    const anchor = customer?.createdAt ?? now;
    const terms = { ...NOTHING, customerId, packId: fallback.packId };
    return {
      terms,
      subscription: best?.subscription ?? null,
      hasAccess: true,
      period: periodAt(anchor, "MONTH", now),
      interval: "MONTH",
      anchor,
      since: anchor,
    };
  }
  if (best) return underSubscription(best.subscription, false, now);
  const none = { terms: { ...NOTHING, customerId }, subscription: null, hasAccess: false, period: null };
  return { ...none, interval: "MONTH", anchor: now, since: now };
}

function rank(
  candidate: { subscription: GrantingSubscription; hasAccess: boolean },
  granting: Set<string>,
): number {
  const grants = candidate.subscription.packId !== null && granting.has(candidate.subscription.packId);
  return (candidate.hasAccess ? 2 : 0) + (grants ? 1 : 0);
}

function underSubscription(subscription: GrantingSubscription, hasAccess: boolean, now: Date): CustomerTerms {
  const { planPrice, currentPeriodStart: start, currentPeriodEnd: end, createdAt, trialEnd } = subscription;
  const period = start && end ? { start, end } : null;
  return {
    terms: termsOf(subscription),
    subscription,
    hasAccess,
    period,
    interval: planPrice.interval,
    anchor: subscription.periodAnchor,
    // A trial that ended was no whole period.
    since: trialEnd !== null && createdAt < trialEnd && trialEnd <= now ? trialEnd : createdAt,
  };
}
