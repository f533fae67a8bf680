import { z } from "zod";
import type { Interval } from "../../../platform/calendar.ts";
import type {
  Feature,
  Override,
  PackEntitlement,
  PackEntitlementPrice,
} from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import { MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { BY_CARD, type Provider } from "../../../platform/schema/provider.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import { isCounted } from "../../../platform/units.ts";
import { largestAmount } from "../../../providers/largest-amount.ts";
import type { Grant, GrantPrice, Tier } from "./grant.ts";

const StoredTiers = z.array(
  z.object({ up_to: z.string().nullable(), unit_amount: z.string(), flat_amount: z.string().optional() }),
);

type EntitlementRow = PackEntitlement & { prices: PackEntitlementPrice[] };

/** What an override changes. Quantities are exact decimals, of Prisma or of decimal.js. */
export interface OverrideTerms
  extends Pick<Override, "featureId" | "enabled" | "unlimited" | "value" | "overage" | "overageCapAmount"> {
  limitSet: Exact | null;
  limitAdd: Exact | null;
  overageCeiling: Exact | null;
}

/** The parts of a feature that a grant contains. */
export type FeatureTerms = Pick<
  Feature,
  "id" | "key" | "name" | "type" | "unitLabel" | "valueType" | "position"
>;

interface Exact {
  toString(): string;
}

interface Terms {
  feature: FeatureTerms;
  /** null: the pack does not have the feature. */
  entitlement: EntitlementRow | null;
  /** Those in force now, oldest first. */
  overrides: OverrideTerms[];
  /** Steps bought of the feature, 0 when it drives nothing. */
  driverSteps: number;
  /** The subscription's currency; null for a customer who pays nothing. */
  currency: string | null;
  /** The interval of the subscription's price; null for a customer who pays nothing. */
  interval: Interval | null;
  /** Who collects what the subscription bills; null for a customer who pays nothing. */
  provider: Provider | null;
  /** Whether the subscription is on trial: nothing is billed for use then. */
  isTrial: boolean;
}

/**
 * The grant that a pack's entitlement, the bought driver steps and the customer's overrides make together. Overage that could not
 * be billed (in a trial, or without a price in the customer's currency) is not let through: BILL then acts as BLOCK.
 */
export function applyOverrides({ feature, entitlement, overrides, driverSteps, ...sold }: Terms): Grant {
  const bought = entitlement?.driverStepSize
    ? new Decimal(entitlement.driverStepSize.toString()).mul(driverSteps)
    : new Decimal(0);
  const base: Grant = {
    feature: {
      id: feature.id,
      key: feature.key,
      name: feature.name,
      type: feature.type,
      unitLabel: feature.unitLabel,
      valueType: feature.valueType,
    },
    isConfigured: entitlement !== null,
    isEnabled: entitlement?.enabled ?? false,
    hasOverride: overrides.length > 0,
    limit: isCounted(feature.type)
      ? (toDecimal(entitlement ? entitlement.limit : new Decimal(0))?.plus(bought) ?? null)
      : null,
    value: entitlement?.value ?? null,
    overage: entitlement?.overage ?? "BLOCK",
    limitBinding: entitlement?.limitBinding ?? "CUSTOMER",
    capBinding: entitlement?.capBinding ?? "CUSTOMER",
    maxDimensions: entitlement?.maxDimensions ?? null,
    ceiling: toDecimal(entitlement?.overageCeiling ?? null),
    resetInterval: feature.type === "METERED" ? (entitlement?.resetInterval ?? null) : "BILLING",
    rolloverMax: feature.type === "METERED" ? toDecimal(entitlement?.rolloverMax ?? null) : null,
    step: toDecimal(entitlement?.overageStep ?? null) ?? new Decimal(1),
    price: priceOf(entitlement, sold),
  };
  const grant = { ...overrides.reduce(withOverride, base), limit: limitUnder(overrides, base.limit) };
  const isUnbillable = grant.overage === "BILL" && (sold.isTrial || grant.price === null);
  return {
    ...grant,
    overage: isUnbillable ? "BLOCK" : grant.overage,
    // Overrides may take away more than there is: nothing is then included, never less. A limit above what a counter can hold
    // grants no more than that.
    limit: grant.limit && Decimal.clamp(grant.limit, 0, MAX_UNITS),
  };
}

/**
 * The limit under overrides: first the newest that replaces it (`limit_set`, `unlimited`), then the sum of all that add to it, in whatever
 * order they were made. null = unlimited.
 */
function limitUnder(overrides: OverrideTerms[], limit: Decimal | null): Decimal | null {
  const replaced = overrides.findLast(({ limitSet, unlimited }) => unlimited === true || limitSet !== null);
  const start = replaced ? (replaced.unlimited ? null : toDecimal(replaced.limitSet)) : limit;
  return overrides.reduce(
    (sum, { limitAdd }) => (sum === null ? null : sum.plus(toDecimal(limitAdd) ?? 0)),
    start,
  );
}

/** Applies one override to what is beside the limit; a field that is null changes nothing. */
function withOverride(grant: Grant, override: OverrideTerms): Grant {
  const cap = override.overageCapAmount;
  return {
    ...grant,
    isConfigured: true,
    // An override of a feature that the pack lacks switches it on unless it says otherwise.
    isEnabled: override.enabled ?? (grant.isConfigured ? grant.isEnabled : true),
    value: override.value ?? grant.value,
    overage: override.overage ?? grant.overage,
    ceiling: toDecimal(override.overageCeiling) ?? grant.ceiling,
    price: grant.price && cap !== null ? { ...grant.price, capAmount: cap } : grant.price,
  };
}

function priceOf(
  entitlement: EntitlementRow | null,
  sold: Pick<Terms, "currency" | "interval" | "provider">,
): GrantPrice | null {
  const row = entitlement && priceAt(entitlement.prices, sold);
  if (!row) return null;
  return {
    currency: row.currency,
    pricing: row.pricing,
    unitAmount: toDecimal(row.unitAmount),
    tiers: row.tiers === null ? [] : StoredTiers.parse(row.tiers).map(toTier),
    capAmount: row.overageCapAmount,
    mostAmount: sold.provider === BY_CARD ? largestAmount(row.currency) : BigInt(MAX_AMOUNT),
  };
}

function toTier(tier: z.output<typeof StoredTiers>[number]): Tier {
  return {
    upTo: tier.up_to === null ? null : new Decimal(tier.up_to),
    unitAmount: new Decimal(tier.unit_amount),
    flatAmount: new Decimal(tier.flat_amount ?? "0"),
  };
}

/** The database's decimals as those of decimal.js; both are exact. */
function toDecimal(value: { toString(): string } | null): Decimal | null {
  return value === null ? null : new Decimal(value.toString());
}
