import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Customer, Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { isIdOf } from "../../../platform/ids.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import { isCounted } from "../../../platform/units.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { hasFreePlan } from "../../catalog/find-free-plans.ts";
import { findCustomer } from "../../customers/find-customer.ts";
import { readCounters, readOpenCounters } from "../counters/counters.ts";
import { countingPeriod, countingTerms, type Running } from "../counters/counting.ts";
import { heldAtMost } from "../counters/held-at-most.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import { billedSoFar } from "../grants/rules.ts";
import { combineGrants, type FeatureGrant, type Part } from "../terms/feature-grant.ts";
import { type CountedCustomer, chooseTerms, type Source } from "../terms/find-terms.ts";
import { findLastEnded, type ToldSubscription } from "../terms/load-subscription.ts";
import { type AskedPart, decideAccess, fillInOrder, limitOf, remainingOf, usedOf } from "./decide-access.ts";
import { type CustomerContext, loadCustomerContext } from "./load-customer-context.ts";
import type { CheckEntitlement, EntitlementCheck } from "./schema.ts";
import { findUpgrades } from "./upgrade-options.ts";

/** A customer that was never created. */
const NO_CUSTOMER = { customer: null, live: [], overrides: [] };

type Input = z.output<typeof CheckEntitlement>;

/**
 * docs/interface.md 4.11. A customer that was never created has no subscription; the free plan applies to it, where there is one. Checking creates
 * no customer. Throws customer_required, customer_not_found or feature_key_unknown.
 */
export async function checkEntitlement(
  scope: Scope,
  input: Input,
): Promise<z.output<typeof EntitlementCheck>> {
  const feature = await getFeatureByKeyOrThrow(scope, input.feature_key);
  const named = askedName(scope, input);
  const context = await loadCustomerContext(scope, { named, featureId: feature.id });
  requireAsked(scope, named, context?.customer ?? null);
  const quantity = new Decimal(input.quantity);
  const dimension = input.dimension ?? "";
  return answerFor(scope, { context, feature, dimension, quantity, hasUpgrades: true });
}

interface Asked {
  /** null: the customer was never created. */
  context: CustomerContext | null;
  feature: Feature;
  dimension: string;
  quantity: Decimal;
  /** Whether to look for plans that would allow a refused quantity. */
  hasUpgrades: boolean;
}

/** The response of 4.11 for a customer and a feature that are already loaded. */
export async function answerCheck(
  scope: Scope,
  { customer, ...asked }: Omit<Asked, "context"> & { customer: CountedCustomer | null },
): Promise<z.output<typeof EntitlementCheck>> {
  const context =
    customer && (await loadCustomerContext(scope, { named: customer.id, featureId: asked.feature.id }));
  return answerFor(scope, { ...asked, context });
}

async function answerFor(
  caller: Scope,
  { context, feature, dimension, quantity, hasUpgrades }: Asked,
): Promise<z.output<typeof EntitlementCheck>> {
  const { customer, live, overrides, scope } = context ?? { ...NO_CUSTOMER, scope: caller };
  const { db } = scope;
  const found = await chooseTerms(db, scope, { customer, live, featureId: feature.id });
  const granted = await combineGrants(db, scope, found, feature, overrides);
  const { combined: grant, overagePart } = granted;
  const parts = await askedParts(context, granted, { dimension, now: scope.clock.now() });
  const subscription = overagePart.source.subscription;
  // What is not counted needs no period: a free plan that lacks the feature is access enough for an override.
  const isFree =
    subscription === null && grant.hasOverride && !isCounted(feature.type) && (await hasFreePlan(db, scope));
  const hasAccess = found.hasAccess || isFree;
  const isOver = !hasAccess && subscription === null && customer !== null;
  const ended = isOver ? await findLastEnded(scope, customer.id) : null;
  const decision = decideAccess({
    ...{ grant, parts, dimension, quantity },
    subscription: subscription ? "LIVE" : ended ? "ENDED" : "NONE",
    hasAccess,
  });
  const overPart = parts.find(({ bearsOverage }) => bearsOverage);
  return {
    allowed: decision.reason === null,
    feature_key: feature.key,
    feature_type: feature.type,
    has_override: grant.hasOverride,
    configured: grant.isConfigured,
    enabled: decision.isEnabled,
    limit: decision.limit?.toNumber() ?? null,
    used: decision.used.toNumber(),
    remaining: decision.remaining?.toNumber() ?? null,
    overage_behavior: grant.overage,
    access_limit: decision.accessLimit?.toNumber() ?? null,
    billed_amount: bills(grant)
      ? toWireAmount(await billedOf(context, granted, overPart?.counters ?? []))
      : null,
    currency: bills(grant) ? (grant.price?.currency ?? null) : null,
    cap_reached: decision.isCapReached,
    value: staticValue(grant),
    subscription_status: statusOf(subscription ?? ended),
    reason: decision.reason,
    resets_at: earliest(parts),
    upgrade_options:
      decision.reason === null || !hasUpgrades
        ? []
        : await findUpgrades(scope, {
            question: { counters: overPart?.counters ?? [], dimension, quantity },
            feature,
            current: subscription,
          }),
    parts: found.hasAccess && grant.isConfigured ? viewParts(granted, parts, dimension) : [],
  };
}

interface PartOfAnswer extends AskedPart {
  source: Source;
  /** When its allowance period ends (ISO 8601, UTC); null for a feature that is not METERED, or without a period. */
  resetsAt: string | null;
}

/** The parts of a grant with the counters to check the quantity against, in the order in which their included units are used up. */
async function askedParts(
  context: CustomerContext | null,
  { parts, overagePart }: FeatureGrant,
  { dimension, now }: { dimension: string; now: Date },
): Promise<PartOfAnswer[]> {
  const answers = await Promise.all(
    parts.map(async ({ source, grant }) => {
      const running = context ? await runningOf(context, grant) : [];
      return {
        source,
        grant,
        bearsOverage: source === overagePart.source,
        resetsAt: grant.feature.type === "METERED" ? resetsAt({ source, grant }, running, now) : null,
        counters: context ? await countersOf(context, { source, grant }, { dimension, running }) : [],
      };
    }),
  );
  if (answers.length === 1) return answers;
  const never = "9999";
  // Sorting keeps the order of equal ones: the older source first.
  return answers.sort((a, b) => compare(a.resetsAt ?? never, b.resetsAt ?? never));
}

function resetsAt(part: Part, running: Running[], now: Date): string | null {
  return countingPeriod(part, running, now)?.end.toISOString() ?? null;
}

/** The counters that a feature's period follows from, where its pack does not have it. */
async function runningOf({ scope, customer, counters }: CustomerContext, grant: Grant): Promise<Running[]> {
  const { resetInterval, feature } = grant;
  if (counters !== null || resetInterval !== null) return counters ?? [];
  return readOpenCounters(scope.db, scope, { customerId: customer.id, featureId: feature.id });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The parts are in the order of their ends. */
function earliest(parts: PartOfAnswer[]): string | null {
  return parts[0]?.resetsAt ?? null;
}

/** Each source's part; of held units, which are one counter, what each source's limit has of it. */
function viewParts({ shares, overagePart }: FeatureGrant, parts: PartOfAnswer[], dimension: string) {
  const [held] = parts;
  if (shares.length === parts.length || !held) return parts.map((part) => viewPart(part, dimension));
  const counted = shares.map(({ source, grant }) => ({
    source,
    limit: grant.limit,
    bearsOverage: source === overagePart.source,
  }));
  return fillInOrder(counted, usedOf(held, dimension)).map(({ source, limit, bearsOverage, used }) => ({
    subscription_id: source.subscription?.id ?? null,
    product_id: source.productId,
    limit: limit?.toNumber() ?? null,
    used: used.toNumber(),
    remaining: limit && Decimal.max(0, limit.minus(used)).toNumber(),
    resets_at: null,
    bears_overage: bearsOverage,
  }));
}

function viewPart(part: PartOfAnswer, dimension: string) {
  const { source, grant, bearsOverage, resetsAt } = part;
  const counts = isCounted(grant.feature.type);
  const used = counts ? usedOf(part, dimension) : null;
  const limit = counts ? limitOf(part, dimension) : null;
  const remaining = counts ? remainingOf(part, dimension) : null;
  return {
    subscription_id: source.subscription?.id ?? null,
    product_id: source.productId,
    limit: limit?.toNumber() ?? null,
    used: used?.toNumber() ?? 0,
    remaining: remaining?.toNumber() ?? null,
    resets_at: resetsAt,
    bears_overage: bearsOverage,
  };
}

/** What overage bills for the period that runs: of held units for the most that were held at once, past the limit of all sources. */
async function billedOf(
  context: CustomerContext | null,
  { combined, overagePart }: FeatureGrant,
  counters: Counter[],
): Promise<bigint> {
  const { feature, limitBinding } = combined;
  const { period } = overagePart.source;
  if (feature.type !== "ALLOCATED" || !context || !period) return billedSoFar(overagePart.grant, counters);
  const { scope, customer } = context;
  const isShared = limitBinding === "CUSTOMER";
  const held = await heldAtMost(scope.db, scope, {
    customerId: customer.id,
    featureId: feature.id,
    period,
    isShared,
  });
  return billedSoFar(combined, held);
}

function bills(grant: Grant): boolean {
  return grant.overage === "BILL" && grant.price !== null;
}

/** A part's counters to check the quantity against; none for a feature that is not counted. */
async function countersOf(
  { scope, customer, counters: known }: CustomerContext,
  part: Part,
  { dimension, running }: { dimension: string; running: Running[] },
): Promise<Counter[]> {
  const { grant } = part;
  const terms = isCounted(grant.feature.type)
    ? countingTerms(part, { customer, counters: running }, scope.clock.now())
    : null;
  if (!terms) return [];
  const wanted = { dimension, areAllWanted: bills(grant), known };
  return readCounters(scope.db, scope, customer.id, terms, wanted);
}

/** The customer that a check names, or the token's own. Throws customer_required, customer_not_found or customer_not_own. */
export async function askedCustomer(scope: Scope, input: Pick<Input, "customer">): Promise<Customer | null> {
  const named = askedName(scope, input);
  const customer = await findCustomer(scope.db, scope, named);
  requireAsked(scope, named, customer);
  return customer;
}

function askedName(scope: Scope, input: Pick<Input, "customer">): string {
  const named = input.customer ?? scope.ownCustomerId;
  if (!named) throw new ApiError("customer_required");
  return named;
}

function requireAsked(scope: Scope, named: string, customer: CountedCustomer | null): void {
  requireOwn(scope, customer?.id ?? null);
  if (!customer && isIdOf("customer", named)) throw new ApiError("customer_not_found");
}

function staticValue(grant: Grant) {
  if (grant.feature.type !== "STATIC" || grant.value === null) return null;
  return { type: grant.feature.valueType ?? ("json" as const), value: grant.value };
}

function statusOf(subscription: ToldSubscription | null) {
  if (!subscription) return null;
  return {
    subscription_id: subscription.id,
    status: subscription.status,
    plan_slug: subscription.plan.slug,
    current_period_end: subscription.currentPeriodEnd?.toISOString() ?? null,
    trial_end: subscription.trialEnd?.toISOString() ?? null,
  };
}
