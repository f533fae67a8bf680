import type { Interval } from "../../../platform/calendar.ts";
import { periodAt } from "../../../platform/calendar.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { findFreePlans, findPacksGranting } from "../../catalog/find-free-plans.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { type Terms, termsOf } from "../grants/load-grants.ts";
import { findGranting, type GrantingSubscription } from "./load-subscription.ts";
import type { Period } from "./period.ts";
import { givesAccess } from "./rules.ts";

/** The parts of a customer that counting needs. */
export type CountedCustomer = Pick<Customer, "id" | "createdAt" | "testClockId" | "termsVersion">;

/** One thing that may grant a customer a feature: a subscription, or the free plan of a product. */
export interface Source {
  /** The subscription's id, or that of the product whose free plan it is; null without either. */
  id: string | null;
  productId: string | null;
  /** null under a free plan, or without any grant. */
  subscription: GrantingSubscription | null;
  terms: Terms;
  /** The billing period; null when there is none. METERED features count in allowance periods (allowancePeriod). */
  period: Period | null;
  /** How long billing periods are, and the moment that they are counted from. */
  interval: Interval;
  anchor: Date;
  /** Since when the customer has had whole ones. */
  since: Date;
}

/** Everything that a customer may use a feature under now. */
export interface CustomerTerms {
  /** At least one. Subscriptions come first, the oldest first, then free plans in the order of their products. */
  sources: Source[];
  /** Whether they give access. Without access there is one source: the subscription that would grant the feature, or none. */
  hasAccess: boolean;
}

interface Candidates {
  customer: CountedCustomer | null;
  live: GrantingSubscription[];
  featureId: string;
}

const NOTHING = { packId: null, currency: null, interval: null, drivers: [], provider: null, isTrial: false };

/** As chooseTerms, with the customer's live subscriptions read. */
export async function findTerms(
  tx: Tx,
  scope: Scope,
  customer: CountedCustomer | null,
  featureId: string,
): Promise<CustomerTerms> {
  const live = customer ? await findGranting(tx, scope, customer.id) : [];
  return chooseTerms(tx, scope, { customer, live, featureId });
}

/**
 * Every subscription with access and every free plan that grants the feature: what they grant adds up. A product gives its free
 * plan to customers without a live subscription of it, so one that is PAUSED, UNPAID or past its grace grants neither. Where
 * nothing grants the feature, a subscription with access before one without it, the newest first, for what overrides add to it.
 */
export async function chooseTerms(
  tx: Tx,
  scope: Scope,
  { customer, live, featureId }: Candidates,
): Promise<CustomerTerms> {
  const now = scope.clock.now();
  const withAccess = await withAccessNow(tx, scope, live);
  const free = await freeSources(tx, scope, { customer, live, featureId });
  const packIds = live.flatMap(({ packId }) => packId ?? []);
  // A customer's only source needs no look at its pack: what it does not grant is not in the plan.
  const isAlone = live.length === 1 && free.length === 0;
  const granting =
    isAlone || packIds.length === 0
      ? new Set(packIds)
      : await findPacksGranting(tx, scope, packIds, featureId);
  const grants = ({ packId }: GrantingSubscription) => packId !== null && granting.has(packId);
  const bought = withAccess.filter(grants).map((subscription) => underSubscription(subscription, now));
  const sources = [...bought, ...free];
  if (sources.length > 0) return { sources, hasAccess: true };
  const newest = withAccess.at(-1) ?? live.find(grants) ?? live[0];
  if (newest) return { sources: [underSubscription(newest, now)], hasAccess: withAccess.length > 0 };
  const none = { id: null, productId: null, subscription: null, period: null, interval: "MONTH" } as const;
  const terms = { ...NOTHING, customerId: customer?.id ?? null };
  return { sources: [{ ...none, terms, anchor: now, since: now }], hasAccess: false };
}

/**
 * The subscriptions with access that are none of the sources, because they do not grant the feature: a change may have taken it from
 * them. The oldest first.
 */
export async function sourcesWithout(
  tx: Tx,
  scope: Scope,
  { live, sources }: { live: GrantingSubscription[]; sources: Source[] },
): Promise<Source[]> {
  const now = scope.clock.now();
  const known = new Set(sources.map(({ id }) => id));
  const withAccess = await withAccessNow(tx, scope, live);
  return withAccess
    .filter(({ id }) => !known.has(id))
    .map((subscription) => underSubscription(subscription, now));
}

/** For how many days the tenant lets subscriptions that are past due give access; read where one of them is. */
export async function graceDaysFor(
  tx: Tx,
  scope: Scope,
  subscriptions: Pick<GrantingSubscription, "status">[],
): Promise<number> {
  const isNeeded = subscriptions.some(({ status }) => status === "PAST_DUE");
  return isNeeded ? (await getTenant(tx, scope)).gracePeriodDays : 0;
}

/** The subscriptions that give access now, the oldest first. */
async function withAccessNow(
  tx: Tx,
  scope: Scope,
  live: GrantingSubscription[],
): Promise<GrantingSubscription[]> {
  const graceDays = await graceDaysFor(tx, scope, live);
  const now = scope.clock.now();
  return live
    .filter(({ status, pastDueSince }) => givesAccess(status, pastDueSince, graceDays, now))
    .toReversed();
}

/** The free plans that grant the feature, of products that the customer has no live subscription of. */
async function freeSources(
  tx: Tx,
  scope: Scope,
  { customer, live, featureId }: Candidates,
): Promise<Source[]> {
  const free = await findFreePlans(tx, scope, featureId);
  const now = scope.clock.now();
  const anchor = customer?.createdAt ?? now;
  return free
    .filter((plan) => !live.some(({ productId }) => productId === plan.productId))
    .map(({ productId, packId }) => ({
      id: productId,
      productId,
      subscription: null,
      terms: { ...NOTHING, customerId: customer?.id ?? null, packId },
      period: periodAt(anchor, "MONTH", now),
      interval: "MONTH",
      anchor,
      since: anchor,
    }));
}

/** A subscription as a source. */
function underSubscription(subscription: GrantingSubscription, now: Date): Source {
  const { planPrice, currentPeriodStart: start, currentPeriodEnd: end, createdAt, trialEnd } = subscription;
  const period = start && end ? { start, end } : null;
  return {
    id: subscription.id,
    productId: subscription.productId,
    terms: termsOf(subscription),
    subscription,
    period,
    interval: planPrice.interval,
    anchor: subscription.periodAnchor,
    // A trial that ended was no whole period.
    since: trialEnd !== null && createdAt < trialEnd && trialEnd <= now ? trialEnd : createdAt,
  };
}
