import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { isCounted } from "../../../platform/units.ts";
import type { PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { readOpenCountersOf } from "../counters/counters.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import type { FeatureTerms } from "../grants/apply-overrides.ts";
import { carryOver } from "../grants/carry-over.ts";
import type { Grant } from "../grants/grant.ts";
import { featuresOf, grantOf, termsOf } from "../grants/load-grants.ts";
import { type FeatureOverride, loadOverrides } from "../grants/load-overrides.ts";
import { isSwitchedOn, roomFor } from "../grants/rules.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { chooseTerms } from "../terms/find-terms.ts";
import { findGranting } from "../terms/load-subscription.ts";
import { type BilledNow, billedByMove } from "./billed-now.ts";

const AT_ONCE = 500;
const SAMPLES = 5;

/** What a move changes of one feature for the subscribers. */
export interface Effect {
  feature_key: string;
  gained: number;
  lost: number;
  limit_raised: number;
  limit_lowered: number;
  over_limit: number;
  sample_subscription_ids: string[];
}

type Change = Exclude<keyof Effect, "feature_key" | "sample_subscription_ids">;

/** The most affected subscribers, for support to look at first. */
const UNWELCOME: Change[] = ["lost", "limit_lowered", "over_limit"];

/**
 * How many live subscriptions are on a pack, what each of them would gain and lose with another, overrides included, and what
 * moving them at once bills for use so far.
 */
export async function compareSubscribers(scope: Scope, from: PackWithEntitlements, to: PackWithEntitlements) {
  const effects = new Map<string, Effect>();
  const billed: BilledNow[] = [];
  let subscribers = 0;
  for (let after = ""; ; ) {
    const rows = await findSubscribers(scope, from.id, after);
    subscribers += rows.length;
    for (const together of Map.groupBy(rows, ({ customer }) => customer.testClockId).values())
      billed.push(...(await comparePage(scope, { from, to, rows: together }, effects)));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  return { subscribers, effects: inOrder(from, to, effects), billed };
}

type Subscriber = Awaited<ReturnType<typeof findSubscribers>>[number];

function findSubscribers({ tenantId, db }: Scope, packId: string, after: string) {
  return db.subscription.findMany({
    where: { tenantId, packId, status: { not: "CANCELED" }, id: { gt: after } },
    select: {
      id: true,
      customerId: true,
      provider: true,
      status: true,
      customer: {
        select: { id: true, externalId: true, createdAt: true, testClockId: true, termsVersion: true },
      },
      drivers: { select: { featureId: true, steps: true } },
      planPrice: { select: { currency: true, interval: true } },
    },
    orderBy: { id: "asc" },
    take: AT_ONCE,
  });
}

interface Page {
  from: PackWithEntitlements;
  to: PackWithEntitlements;
  /** Subscribers whose current time is the same. */
  rows: Subscriber[];
}

async function comparePage(
  caller: Scope,
  { from, to, rows }: Page,
  effects: Map<string, Effect>,
): Promise<BilledNow[]> {
  const scope = await withCustomerClock(caller.db, caller, rows[0]?.customer ?? null);
  const customerIds = rows.map(({ customerId }) => customerId);
  const [overrides, counters] = await Promise.all([
    loadOverrides(scope.db, scope, customerIds),
    readOpenCountersOf(scope.db, scope, customerIds),
  ]);
  for (const subscriber of rows) {
    const { id, customerId } = subscriber;
    const own = overrides.get(customerId) ?? [];
    const terms = termsOf({ ...subscriber, packId: null });
    for (const feature of featuresOf([...from.entitlements, ...to.entitlements, ...own])) {
      const before = grantOf(feature, terms, from, own);
      const after = grantOf(feature, terms, to, own);
      const used = (counters.get(customerId) ?? []).filter(
        ({ featureId, sourceId }) => featureId === feature.id && (sourceId === id || sourceId === ""),
      );
      const changes = changesOf(before, after);
      const whole = { subscriber, packId: to.id, feature, overrides: own, counters: used };
      const isOver = isOverLimit(before, after, used) && !(await areHeldWithAll(scope, whole));
      note(effects, feature.key, id, isOver ? [...changes, "over_limit"] : changes);
    }
  }
  return billedByMove(scope, { packId: to.id, rows, overrides });
}

interface Whole {
  subscriber: Subscriber;
  /** The pack that it moves to. */
  packId: string;
  feature: FeatureTerms;
  /** The customer's, in force. */
  overrides: FeatureOverride[];
  counters: OpenCounter[];
}

/** Whether held units (ALLOCATED) fit what all of the customer's sources allow together: they are one counter. */
async function areHeldWithAll(
  scope: Scope,
  { subscriber: { id, customer }, packId, feature, overrides, counters }: Whole,
): Promise<boolean> {
  if (feature.type !== "ALLOCATED") return false;
  const live = (await findGranting(scope.db, scope, customer.id)).map((subscription) =>
    subscription.id === id ? { ...subscription, packId } : subscription,
  );
  const found = await chooseTerms(scope.db, scope, { customer, live, featureId: feature.id });
  const own = overrides.filter(({ featureId }) => featureId === feature.id);
  const { combined } = await combineGrants(scope.db, scope, found, feature, own);
  return !isPast(combined, counters);
}

function isOverLimit(before: Grant, after: Grant, counters: OpenCounter[]): boolean {
  return isPast(after, after.feature.type === "METERED" ? afterMove(before, after, counters) : counters);
}

function isPast(grant: Grant, counters: OpenCounter[]): boolean {
  return counters.some(({ dimension }) => roomFor(grant, counters, dimension)?.lt(0));
}

function changesOf(before: Grant, after: Grant): Change[] {
  const [had, has] = [isSwitchedOn(before), isSwitchedOn(after)];
  const difference =
    isCounted(after.feature.type) && had && has ? compareLimits(before.limit, after.limit) : 0;
  const changes: [boolean, Change][] = [
    [!had && has, "gained"],
    [had && !has, "lost"],
    [difference > 0, "limit_raised"],
    [difference < 0, "limit_lowered"],
  ];
  return changes.flatMap(([isSo, change]) => (isSo ? change : []));
}

/** What stays used after the move, held against the new limit alone: overage that is billed is not used any more. */
function afterMove(before: Grant, after: Grant, counters: OpenCounter[]): OpenCounter[] {
  const none = new Decimal(0);
  return carryOver({ ending: before, next: after }, counters).map((counter) => ({
    ...counter,
    used: counter.carried.plus(counter.used),
    carried: none,
  }));
}

/** Above 0 when the later value is higher; null = unlimited. */
function compareLimits(before: Decimal | null, after: Decimal | null): number {
  if (before === null || after === null) return (after === null ? 1 : 0) - (before === null ? 1 : 0);
  return after.comparedTo(before);
}

function note(effects: Map<string, Effect>, key: string, subscriptionId: string, changes: Change[]): void {
  if (changes.length === 0) return;
  const effect = effects.get(key) ?? none(key);
  for (const change of changes) effect[change] += 1;
  const isUnwelcome = changes.some((change) => UNWELCOME.includes(change));
  const samples = effect.sample_subscription_ids;
  if (isUnwelcome && samples.length < SAMPLES) samples.push(subscriptionId);
  effects.set(key, effect);
}

function none(feature_key: string): Effect {
  const counts = { gained: 0, lost: 0, limit_raised: 0, limit_lowered: 0, over_limit: 0 };
  return { feature_key, ...counts, sample_subscription_ids: [] };
}

/** The packs' features in the catalog's order, then those that only overrides grant. */
function inOrder(
  from: PackWithEntitlements,
  to: PackWithEntitlements,
  effects: Map<string, Effect>,
): Effect[] {
  const keys = featuresOf([...from.entitlements, ...to.entitlements]).map(({ key }) => key);
  return [...new Set([...keys, ...effects.keys()])].flatMap((key) => effects.get(key) ?? []);
}
