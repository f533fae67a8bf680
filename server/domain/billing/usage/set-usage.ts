import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import { requireOwn, type Scope, type Tx } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { requireCounted } from "../../catalog/features/require-counted.ts";
import { recordChange } from "../../events/record-change.ts";
import { readCounters, readOpenCounters } from "../counters/counters.ts";
import { type CountedPart, countedParts } from "../counters/counting.ts";
import type { CountingTerms } from "../counters/counting-terms.ts";
import { lockAllUsage } from "../counters/lock-usage.ts";
import type { UsageRecord } from "../counters/schema.ts";
import { setCounter } from "../counters/set-counter.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import { keepUsageTerms } from "../counters/usage-terms.ts";
import { viewUsageRecord } from "../counters/view-usage.ts";
import { type AskedPart, billableRoom, fillInOrder, usedOf } from "../entitlements/decide-access.ts";
import { type CustomerContext, loadCustomerContext } from "../entitlements/load-customer-context.ts";
import { billableUnits, includedUnits, limitWithRollover, usedUnderBinding } from "../grants/rules.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { chooseTerms, type Source } from "../terms/find-terms.ts";
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
  requireCounted(feature);
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
  const wanted =
    subscriptionId === undefined
      ? parts
      : parts.filter(({ part }) => part.source.subscription?.id === subscriptionId);
  const overagePart = wanted.find(({ bearsOverage }) => bearsOverage) ?? wanted.at(-1);
  if (!overagePart) throw new ApiError("usage_not_granted");
  const known = { dimension, areAllWanted: true, known: counters };
  const chosen: ChosenPart[] = [];
  for (const { part, terms } of wanted)
    chosen.push({
      source: part.source,
      grant: part.grant,
      terms,
      bearsOverage: terms === overagePart.terms,
      counters: await readCounters(tx, scope, customer.id, terms, known),
    });
  const value = new Decimal(input.value);
  const present = sum(chosen.map((part) => ownUnits(part, dimension)));
  if (input.expected !== undefined && !present.equals(input.expected))
    throw new ApiError("counter_changed", {
      details: { expected: input.expected, value: present.toNumber() },
    });
  // As a use of the units that are added would be refused.
  const room = billableRoom({ grant: overagePart.part.grant, parts: chosen, dimension });
  if (room?.lt(value.minus(present)))
    throw new ApiError("usage_amount_too_large", {
      details: { most: Decimal.min(present.plus(room), MAX_UNITS).toFixed() },
    });
  refuseOverfull(counters, chosen, value);
  const asked = { customerId: customer.id, dimension, feature, input, isAlone };
  const records: (Written & { bearsOverage: boolean })[] = [];
  // A value that is there already is not shared out anew: it changes nothing.
  const shares = value.equals(present)
    ? chosen.map((part) => ({ ...part, used: ownUnits(part, dimension) }))
    : fillInOrder(
        chosen.map((part) => ({ ...part, limit: roomForOwn(part, dimension) })),
        value,
      );
  for (const share of shares) {
    const written = await write(tx, scope, asked, share, share.used);
    records.push({ ...written, bearsOverage: share.bearsOverage });
  }
  const shown = records.find(({ bearsOverage }) => bearsOverage);
  if (!shown) throw new ApiError("internal_error");
  if (!isAlone) {
    const change = sum(records.map(({ change }) => change));
    await sayLimitReached(tx, scope, asked, { parts, change, recordId: shown.view.id });
  }
  return {
    ...shown.view,
    value: value.toNumber(),
    parts: records.map(({ view }) => view),
  };
}

/** A source's part whose counter is set, with its counters, which are locked. */
interface ChosenPart extends AskedPart {
  source: Source;
  terms: CountingTerms;
}

/** Throws counter_limit_exceeded. */
function refuseOverfull(counters: OpenCounter[], chosen: ChosenPart[], value: Decimal): void {
  const others = counters.filter(({ sourceId }) => !chosen.some(({ terms }) => terms.sourceId === sourceId));
  const units = sum(others.map(({ carried, used, reserved }) => carried.plus(used).plus(reserved)));
  if (units.plus(value).gt(MAX_UNITS))
    throw new ApiError("counter_limit_exceeded", { details: { most: MAX_UNITS } });
}

/** The included units that are left for a dimension, with those that it has already; null = unlimited. */
function roomForOwn(part: ChosenPart, dimension: string): Decimal | null {
  const { grant, counters } = part;
  const included = includedUnits(grant, counters, dimension);
  const elsewhere = usedOf(part, dimension).minus(ownUnits(part, dimension));
  return included && Decimal.max(0, included.minus(elsewhere));
}

/** The units that a part's period has used of a dimension, without reserved ones. */
function ownUnits({ counters }: ChosenPart, dimension: string): Decimal {
  const own = counters.find((counter) => counter.dimension === dimension);
  return own ? own.carried.plus(own.used) : new Decimal(0);
}

function sum(units: Decimal[]): Decimal {
  return units.reduce((total, one) => total.plus(one), new Decimal(0));
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
  { terms, source: { period } }: ChosenPart,
  value: Decimal,
): Promise<Written> {
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
