import type { Interval } from "../../../platform/calendar.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { allowanceInterval } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import type { FeatureTerms } from "../grants/apply-overrides.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import { featuresOf, grantOf } from "../grants/load-grants.ts";
import { billedInPeriod, countableOverage, isSwitchedOn, overageOf } from "../grants/rules.ts";
import { recurringOf } from "../subscriptions/recurring-amount.ts";
import { maxSteps } from "../subscriptions/start/choose-drivers.ts";

// What a customer of a plan would pay for some use. Pure: it asks the functions that bill.

interface Sold {
  amount: bigint;
  currency: string;
  interval: Interval;
}

/** So many units of a feature that is counted: used in one allowance period, or held. */
export interface PlannedUse {
  feature: FeatureTerms;
  units: number;
}

export interface CostLine {
  kind: "PLAN" | "STEPS" | "OVERAGE";
  /** null: the plan itself. */
  feature_key: string | null;
  feature_name: string | null;
  /** Units that it pays for; null for the plan itself. */
  units: number | null;
  /** Minor units. */
  amount: number;
  /** How often that is paid. */
  interval: Interval;
}

export interface RefusedUnits {
  feature_key: string;
  feature_name: string;
  /** The most that the plan allows; the rest is refused. */
  allowed: number;
  refused: number;
}

export interface Cost {
  currency: string;
  lines: CostLine[];
  /** The lines together, by how often they are paid, minor units. */
  totals: { interval: Interval; amount: number }[];
  refused: RefusedUnits[];
}

const NOTHING = new Decimal(0);
const LIFE = { customerId: null, packId: null, provider: null, isTrial: false } as const;

/**
 * What a customer pays who uses so much: the plan, the steps that hold the units of a feature whose limit can be bought up, and what
 * goes past a limit. Units that no terms allow are refused and cost nothing.
 */
export function costOf(pack: PackWithEntitlements, price: Sold, uses: PlannedUse[]): Cost {
  const { currency, interval } = price;
  const used = new Map(uses.map(({ feature, units }) => [feature.id, new Decimal(units)]));
  const unitsOf = (id: string) => used.get(id) ?? NOTHING;
  const drivers = pack.entitlements.map((entitlement) => ({
    featureId: entitlement.featureId,
    steps: stepsFor(entitlement, unitsOf(entitlement.featureId)),
  }));
  const bought = recurringOf({ planPrice: price, drivers }, pack);
  const steps = bought.drivers.map(
    (driver): CostLine => ({
      kind: "STEPS",
      feature_key: driver.feature_key,
      feature_name: driver.feature_name,
      units: driver.steps * driver.step_size,
      amount: driver.amount,
      interval,
    }),
  );
  const terms = { ...LIFE, currency, interval, drivers };
  // A feature that the plan does not grant, too: all of its units are refused.
  const counted = featuresOf(uses).map((feature) => ({
    grant: grantOf(feature, terms, pack, []),
    units: unitsOf(feature.id),
  }));
  const past = counted.flatMap(({ grant, units }) => overageLine(grant, units, interval) ?? []);
  const plan: CostLine = {
    kind: "PLAN",
    feature_key: null,
    feature_name: null,
    units: null,
    interval,
    amount: toWireAmount(price.amount),
  };
  const lines = [plan, ...steps, ...past];
  return {
    currency,
    lines,
    totals: [...Map.groupBy(lines, (line) => line.interval)].map(([every, group]) => ({
      interval: every,
      amount: group.reduce((sum, { amount }) => sum + amount, 0),
    })),
    refused: counted.flatMap(({ grant, units }) => refusedPart(grant, units) ?? []),
  };
}

type Entitlement = PackWithEntitlements["entitlements"][number];

/** The steps that a customer has to buy for so many units; none of a feature that cannot be bought up. */
function stepsFor(entitlement: Entitlement, units: Decimal): number {
  const { driverStepSize, limit } = entitlement;
  if (driverStepSize === null || limit === null) return 0;
  const missing = units.minus(limit.toString());
  if (missing.lte(0)) return 0;
  const steps = missing.div(driverStepSize.toString()).ceil();
  return Decimal.min(steps, maxSteps(entitlement)).toNumber();
}

/** The counter of a period in which that much was used, and nothing before. */
const counterOf = (units: Decimal): Counter => ({
  dimension: "",
  used: units,
  reserved: NOTHING,
  rolledOver: NOTHING,
  carried: NOTHING,
  overBefore: NOTHING,
  billedBefore: 0n,
});

/** The units that would be counted where so many are recorded: past the limit none that cannot be billed. */
function allowedOf(grant: Grant, units: Decimal): Decimal {
  if (!isSwitchedOn(grant)) return NOTHING;
  const past = countableOverage(grant);
  return grant.limit === null || past === null ? units : Decimal.min(units, grant.limit.plus(past));
}

function overageLine(grant: Grant, units: Decimal, paid: Interval): CostLine | null {
  const counters = [counterOf(allowedOf(grant, units))];
  const over = overageOf(grant, counters);
  if (over.lte(0) || grant.overage !== "BILL") return null;
  const { key, name, type } = grant.feature;
  return {
    kind: "OVERAGE",
    feature_key: key,
    feature_name: name,
    units: over.toNumber(),
    amount: toWireAmount(billedInPeriod(grant, counters)),
    interval: type === "METERED" ? allowanceInterval(grant.resetInterval ?? "BILLING", paid) : paid,
  };
}

function refusedPart(grant: Grant, units: Decimal): RefusedUnits | null {
  const allowed = allowedOf(grant, units);
  if (allowed.gte(units)) return null;
  const { key, name } = grant.feature;
  return {
    feature_key: key,
    feature_name: name,
    allowed: allowed.toNumber(),
    refused: units.minus(allowed).toNumber(),
  };
}
