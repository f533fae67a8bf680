import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { requireCounted } from "../../catalog/features/require-counted.ts";
import { ensureCustomer } from "../../customers/ensure-customer.ts";
import { readOpenCounters } from "../counters/counters.ts";
import { type CountedPart, countedParts } from "../counters/counting.ts";
import type { CountingTerms } from "../counters/counting-terms.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import { keepUsageTerms } from "../counters/usage-terms.ts";
import { momentOf } from "../counters/use-moment.ts";
import { decideAccess, type Reason } from "../entitlements/decide-access.ts";
import {
  type CustomerContext,
  grantInForce,
  loadCustomerContext,
} from "../entitlements/load-customer-context.ts";
import { countableOverage, isLessByOverage, overageBefore } from "../grants/rules.ts";
import type { FeatureGrant } from "../terms/feature-grant.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";
import { type AskedUse, checkAgain, refusalOfAny } from "./refuse-use.ts";

/** A customer and a feature whose units may be counted. */
export interface Prepared {
  customer: CountedCustomer;
  feature: Feature;
  /** The terms of each source's counter, in the order in which their included units are used up; at least one. */
  parts: CountingTerms[];
  /** The one of them whose overage counts past all included units. */
  overageTerms: CountingTerms;
  /** The caller's, in the customer's own time. */
  scope: Scope;
}

/**
 * Loads customer, feature and terms of a use; each pair is loaded once. Refuses uses that are not allowed in any quantity:
 * customer_not_found, feature_key_unknown, feature_not_counted a feature without units, usage_limit_reached with the check's result: no
 * subscription, a status without access, a feature not in the plan. Held units can be given back in any status. A new name creates the
 * customer, unless the use is refused.
 */
export function createPreparer(scope: Scope): (asked: AskedUse) => Promise<Prepared> {
  const features = new Map<string, Promise<Feature>>();
  const contexts = new Map<string, Promise<CustomerContext | null>>();
  const pairs = new Map<string, Promise<Pair>>();
  return async (asked) => {
    const { customer: name, feature_key: key, quantity, dimension = "" } = asked;
    const feature = await once(features, key, () => getFeatureByKeyOrThrow(scope, key));
    requireCounted(feature);
    const both = JSON.stringify([name, key]);
    const known = await once(contexts, both, () =>
      loadCustomerContext(scope, { named: name, featureId: feature.id }),
    );
    if (!known) await refuseUnknown(scope, asked, feature);
    const pair = await once(pairs, both, async () =>
      load(known ?? (await create(scope, name, feature.id)), feature),
    );
    const parts =
      pair.reason !== null && quantity > 0 ? [] : await pair.partsOf(dimension, asked.occurred_at);
    const overageTerms = parts.find(({ bearsOverage }) => bearsOverage)?.terms;
    if (!overageTerms) throw await refusalOfAny(scope, asked, pair.reason ?? "NO_SUBSCRIPTION");
    const { customer, scope: inTime } = pair;
    return { customer, feature, parts: parts.map(({ terms }) => terms), overageTerms, scope: inTime };
  };
}

/** Why a use is refused that would be allowed with fewer units. */
const BOUNDS: Reason[] = ["LIMIT_REACHED", "CEILING_REACHED", "CAP_REACHED"];

/** Refuses a use of a customer who was never created, before it creates them: a refused use leaves nothing behind. */
async function refuseUnknown(scope: Scope, asked: AskedUse, feature: Feature): Promise<void> {
  momentOf(asked.occurred_at ?? null, scope.clock.now());
  const { quantity, mode } = asked;
  if (quantity < 0 && feature.type === "METERED")
    throw new ApiError("usage_not_returnable", { details: { feature_key: feature.key } });
  const check = await checkAgain(scope, asked);
  if (quantity < 0) throw new ApiError("usage_return_exceeds_held", { details: { held: 0 } });
  // Of a use that is clipped, what fits is counted.
  const fitsInPart = check.reason !== null && BOUNDS.includes(check.reason) && check.access_limit !== 0;
  if (!check.allowed && !(mode === "clip" && fitsInPart))
    throw new ApiError("usage_limit_reached", {
      details: { reason: check.reason ?? "LIMIT_REACHED", check },
    });
}

/** Creates the customer of a new name, with the terms of its usage. Throws customer_not_found. */
async function create(scope: Scope, named: string, featureId: string): Promise<CustomerContext> {
  const { id } = await scope.db.$transaction((tx) => ensureCustomer(tx, scope, { customer: named }));
  const made = await loadCustomerContext(scope, { named: id, featureId });
  if (!made) throw new ApiError("customer_not_found");
  return made;
}

interface Pair {
  customer: CountedCustomer;
  scope: Scope;
  reason: Reason | null;
  /** The counters of a dimension for a use now, or at an earlier moment. */
  partsOf: (dimension: string, occurredAt?: string) => Promise<CountedPart[]>;
}

async function load(context: CustomerContext, feature: Feature): Promise<Pair> {
  const { grant, found } = await grantInForce(context, feature);
  const { customer, scope } = context;
  const { reason } = decideAccess({
    grant: grant.combined,
    parts: grant.parts.map((part) => ({
      grant: part.grant,
      counters: [],
      bearsOverage: part === grant.overagePart,
    })),
    dimension: "",
    quantity: new Decimal(0),
    // The answer, which is the check's, tells one that has ended from none.
    subscription: grant.overagePart.source.subscription ? "LIVE" : "NONE",
    hasAccess: found.hasAccess,
  });
  if (feature.type === "METERED")
    for (const part of grant.parts) await keepUsageTerms(scope.db, scope, part.grant);
  const partsOf = async (dimension: string, occurredAt?: string) => {
    const counters = context.counters ?? (await countersOf(context, feature.id, grant, dimension));
    const parts = countedParts({ customer, grant, dimension, counters }, scope.clock.now());
    return occurredAt === undefined
      ? parts
      : partsAt(context, parts, { featureId: feature.id, dimension, moment: new Date(occurredAt) });
  };
  return { customer, scope, reason, partsOf };
}

/**
 * What is needed of the open counters of a customer with very many: where terms changed within the period, what it has had before
 * lessens ceiling and cap; and of a feature that the pack does not have, the period. Else nothing is needed.
 */
async function countersOf(
  { customer, scope }: CustomerContext,
  featureId: string,
  { combined }: FeatureGrant,
  dimension: string,
): Promise<OpenCounter[]> {
  if (!isLessByOverage(combined) && combined.resetInterval !== null) return [];
  const isAlone = combined.capBinding === "DIMENSION";
  return readOpenCounters(scope.db, scope, {
    customerId: customer.id,
    featureId,
    ...(isAlone && { dimension }),
  });
}

interface Late {
  featureId: string;
  dimension: string;
  moment: Date;
}

/**
 * The parts for a use at a moment: where it lies in an earlier period whose counters are still open, ceiling and cap are less by
 * what that period has had before, and not by what this one has.
 */
async function partsAt(
  { customer, scope }: CustomerContext,
  parts: CountedPart[],
  { featureId, dimension, moment }: Late,
): Promise<CountedPart[]> {
  const isLate = ({ terms: { isHeld, period } }: CountedPart) => !isHeld && moment < period.start;
  if (!parts.some((counted) => isLate(counted) && isLessByOverage(counted.part.grant))) return parts;
  const then = { ...scope, clock: { now: () => moment } };
  const open = await readOpenCounters(scope.db, then, { customerId: customer.id, featureId });
  return parts.map((counted) => {
    const { grant } = counted.part;
    const { sourceId } = counted.terms;
    const own = open.filter(
      ({ sourceId: of, period }) => of === sourceId && period.start <= moment && moment < period.end,
    );
    if (!isLate(counted) || own.length === 0 || !isLessByOverage(grant)) return counted;
    const before = overageBefore(grant, own, dimension);
    return { ...counted, terms: { ...counted.terms, before, allowance: countableOverage(grant, before) } };
  });
}

function once<T>(known: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const loading = known.get(key) ?? load();
  known.set(key, loading);
  return loading;
}
