import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import { requireOwn, type Scope, type Tx } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { recordChange } from "../../events/record-change.ts";
import { readCounters, readOpenCounters } from "../counters/counters.ts";
import { type CountedPart, countedParts } from "../counters/counting.ts";
import { lockAllUsage } from "../counters/lock-usage.ts";
import type { UsageRecord } from "../counters/schema.ts";
import { setCounter } from "../counters/set-counter.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import { keepUsageTerms } from "../counters/usage-terms.ts";
import { viewUsageRecord } from "../counters/view-usage.ts";
import { type CustomerContext, loadCustomerContext } from "../entitlements/load-customer-context.ts";
import {
  billableUnits,
  includedUnits,
  limitWithRollover,
  overageBefore,
  usedUnderBinding,
} from "../grants/rules.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { chooseTerms } from "../terms/find-terms.ts";
import type { SetUsage, SetUsageResult } from "./schema.ts";
import { StaleTerms, withTermsOfNow } from "./terms-of-now.ts";

type Input = z.output<typeof SetUsage>;

/**
 * docs/interface.md 4.7: an admin sets usage to an exact value, also past the limit: of all sources together, in the order in which their included
 * units are used up, or of one subscription. The counter, its ledger row, the event and the audit row are one transaction. It creates no
 * customer, so that a mistyped identifier does not become one.
 */
export async function setUsage(caller: Scope, input: Input): Promise<z.output<typeof SetUsageResult>> {
  const feature = await getFeatureByKeyOrThrow(caller, input.feature_key);
  if (feature.type !== "METERED" && feature.type !== "ALLOCATED") {
    throw new ApiError("feature_not_counted", {
      details: { feature_key: feature.key, feature_type: feature.type },
    });
  }
  return withTermsOfNow(async () => {
    const known = await loadCustomerContext(caller, { named: input.customer, featureId: feature.id });
    if (!known) throw new ApiError("customer_not_found");
    requireOwn(caller, known.customer.id);
    const { customer, scope } = known;
    try {
      return await caller.db.$transaction((tx) => set(tx, known, feature, input));
    } catch (error) {
      if (isStale(error)) throw new StaleTerms({ customer, feature, scope });
      throw error;
    }
  });
}

/** The database's function says so by its own code: usher_set_usage. */
function isStale(error: unknown): boolean {
  return (
    error instanceof Error && JSON.stringify([error.message, "meta" in error && error.meta]).includes("UST01")
  );
}

async function set(
  tx: Tx,
  { customer, live, overrides, scope }: CustomerContext,
  feature: Feature,
  input: Input,
): Promise<z.output<typeof SetUsageResult>> {
  const { subscription_id: subscriptionId, dimension = "" } = input;
  const found = await chooseTerms(tx, scope, { customer, live, featureId: feature.id });
  const grant = await combineGrants(tx, scope, found, feature, overrides);
  if (feature.type === "METERED") for (const part of grant.parts) await keepUsageTerms(tx, scope, part.grant);
  await lockAllUsage(tx, scope, customer.id, feature.id);
  const isAlone = grant.parts.length === 1;
  // Of a customer with one source, only what its bill is held against, and what the period follows from.
  const own = { customerId: customer.id, featureId: feature.id };
  const { combined } = grant;
  const counters =
    isAlone &&
    input.expected === undefined &&
    billableUnits(combined) === null &&
    combined.resetInterval !== null
      ? []
      : await readOpenCounters(tx, scope, own);
  const parts = countedParts({ customer, grant, dimension, counters }, scope.clock.now());
  const chosen =
    subscriptionId === undefined
      ? parts
      : parts.filter(({ part }) => part.source.subscription?.id === subscriptionId);
  const overagePart = chosen.find(({ bearsOverage }) => bearsOverage) ?? chosen.at(-1);
  if (!overagePart) throw new ApiError("usage_not_granted");
  const under = new Map<CountedPart, OpenCounter[]>();
  for (const part of isAlone && counters.length === 0 ? [] : chosen)
    under.set(
      part,
      await readCounters(tx, scope, customer.id, part.terms, {
        dimension,
        areAllWanted: true,
        known: counters,
      }),
    );
  const countersOf = (part: CountedPart) => under.get(part) ?? [];
  refuseUnexpected(input, chosen, countersOf, dimension);
  const shares = shareOut(chosen, overagePart, countersOf, { dimension, value: new Decimal(input.value) });
  refuseUnbillable(
    overagePart,
    countersOf(overagePart),
    dimension,
    shares.get(overagePart) ?? new Decimal(0),
  );
  refuseOverfull(counters, chosen, new Decimal(input.value));
  const records = new Map<CountedPart, Written>();
  const asked = { customerId: customer.id, dimension, feature, input, isAlone };
  for (const part of chosen) records.set(part, await write(tx, scope, asked, part, shares.get(part)));
  const shown = records.get(overagePart);
  if (!shown) throw new ApiError("internal_error");
  if (!isAlone) {
    const change = [...records.values()].reduce((sum, { change }) => sum.plus(change), new Decimal(0));
    await sayLimitReached(tx, scope, asked, { parts, change, recordId: shown.view.id });
  }
  return {
    ...shown.view,
    value: new Decimal(input.value).toNumber(),
    parts: [...records.values()].map(({ view }) => view),
  };
}

/** Throws counter_changed. They are locked. */
function refuseUnexpected(
  { expected }: Input,
  chosen: CountedPart[],
  countersOf: (part: CountedPart) => OpenCounter[],
  dimension: string,
): void {
  if (expected === undefined) return;
  const value = chosen.reduce((sum, part) => sum.plus(ownUnits(countersOf(part), dimension)), new Decimal(0));
  if (!value.equals(expected))
    throw new ApiError("counter_changed", { details: { expected, value: value.toNumber() } });
}

/** Throws usage_amount_too_large. */
function refuseUnbillable(
  { part: { grant } }: CountedPart,
  own: OpenCounter[],
  dimension: string,
  value: Decimal,
): void {
  const included = includedUnits(grant, own, dimension);
  const most = billableUnits(grant, overageBefore(grant, own, dimension).amount);
  if (included !== null && most !== null && included.plus(most).lt(value))
    throw new ApiError("usage_amount_too_large", {
      details: { most: Decimal.min(included.plus(most), MAX_UNITS).toFixed() },
    });
}

/** Throws counter_limit_exceeded. */
function refuseOverfull(counters: OpenCounter[], chosen: CountedPart[], value: Decimal): void {
  const others = counters.filter(({ sourceId }) => !chosen.some(({ terms }) => terms.sourceId === sourceId));
  const units = others.reduce(
    (sum, { carried, used, reserved }) => sum.plus(carried).plus(used).plus(reserved),
    value,
  );
  if (units.gt(MAX_UNITS)) throw new ApiError("counter_limit_exceeded", { details: { most: MAX_UNITS } });
}

/** A value shared out over the parts: the included units of each in their order, and what is past them with the overage part. */
function shareOut(
  parts: CountedPart[],
  overagePart: CountedPart,
  countersOf: (part: CountedPart) => OpenCounter[],
  { dimension, value }: { dimension: string; value: Decimal },
): Map<CountedPart, Decimal> {
  const none = new Decimal(0);
  const present = new Map(
    parts.map((counted) => [counted, ownUnits(countersOf(counted), dimension)] as const),
  );
  // A value that is there already is not shared out anew: it changes nothing.
  if ([...present.values()].reduce((sum, units) => sum.plus(units), none).equals(value)) return present;
  let left = value;
  const shares = new Map<CountedPart, Decimal>();
  for (const counted of parts) {
    const { grant } = counted.part;
    const own = countersOf(counted);
    const elsewhere = usedUnderBinding(grant.limitBinding, own, dimension).minus(
      present.get(counted) ?? none,
    );
    const included = parts.length === 1 ? null : includedUnits(grant, own, dimension);
    const room = included === null ? left : Decimal.max(none, included.minus(elsewhere));
    const share = Decimal.min(left, room);
    shares.set(counted, share);
    left = left.minus(share);
  }
  return shares.set(overagePart, (shares.get(overagePart) ?? none).plus(left));
}

/** The units that a part's period has used of a dimension, without reserved ones. */
function ownUnits(counters: OpenCounter[], dimension: string): Decimal {
  const own = counters.find((counter) => counter.dimension === dimension);
  return own ? own.carried.plus(own.used) : new Decimal(0);
}

interface Written {
  view: z.output<typeof UsageRecord>;
  /** By how much the period's usage rose. */
  change: Decimal;
}

interface Asked {
  customerId: string;
  dimension: string;
  feature: Feature;
  input: Input;
  /** Whether one source alone grants the feature. */
  isAlone: boolean;
}

interface Summed {
  parts: CountedPart[];
  /** By how much their usage rose together. */
  change: Decimal;
  /** The counter that the event is about. */
  recordId: string;
}

/** Writes the event of a limit that the sum of all sources reaches or crosses: the counters of each write none of their own. */
async function sayLimitReached(
  tx: Tx,
  scope: Scope,
  { customerId, dimension, feature }: Asked,
  { parts, change, recordId }: Summed,
): Promise<void> {
  const { tenantId, clock } = scope;
  const counters = await readOpenCounters(tx, scope, { customerId, featureId: feature.id });
  let used = new Decimal(0);
  let limit: Decimal | null = new Decimal(0);
  for (const { part, terms } of parts) {
    const known = { dimension, areAllWanted: true, known: counters };
    const own = await readCounters(tx, scope, customerId, terms, known);
    const shown = limitWithRollover(part.grant, own, dimension);
    used = used.plus(usedUnderBinding(part.grant.limitBinding, own, dimension));
    limit = limit && shown && limit.plus(shown);
  }
  if (limit === null) return;
  const item = JSON.stringify({ outbox_id: newId("event"), feature_key: feature.key });
  await tx.$executeRaw`
    select usher_reach_limit(${tenantId}, ${clock.now()}::timestamptz, ${item}::jsonb, r, ${used.minus(change).toFixed()}::numeric,
      ${used.toFixed()}::numeric, ${limit.toFixed()}::numeric)
    from usage_records r where r.tenant_id = ${tenantId} and r.id = ${recordId}`;
}

/** Sets one source's counter, with its ledger row, event and audit row. */
async function write(
  tx: Tx,
  scope: Scope,
  { customerId, dimension, feature, input, isAlone }: Asked,
  { terms, part }: CountedPart,
  value: Decimal = new Decimal(0),
): Promise<Written> {
  const { period } = part.source;
  const { before, after } = await setCounter(tx, scope, { customerId, dimension }, terms, {
    value,
    reason: input.reason ?? null,
    occurredAt: input.occurred_at ?? null,
    isPart: !isAlone,
  });
  const view = viewUsageRecord(after, feature, period);
  const change = new Decimal(
    after.value.plus(after.carried).minus(before.value).minus(before.carried).toString(),
  );
  if (!change.isZero()) {
    await recordChange(tx, scope, {
      type: "usage.set",
      objectType: "usage_record",
      objectId: after.id,
      before: viewUsageRecord(before, feature, period),
      after: view,
    });
  }
  return { view, change };
}
