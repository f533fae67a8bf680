import { type Feature, Prisma } from "../../../platform/database/client/client.ts";
import type { PackWithEntitlements } from "../load-plan-price.ts";
import type { EntitlementInput } from "./schema.ts";

type Row = PackWithEntitlements["entitlements"][number];
type PriceRow = Row["prices"][number];

const decimal = (value: number | string) => new Prisma.Decimal(value);
const decimalOrNull = (value: number | string | null) => (value === null ? null : decimal(value));
const bigintOrNull = (value: number | null) => (value === null ? null : BigInt(value));

/** What the database keeps of an entitlement as a request describes it, without its ids. */
export function entitlementColumns(feature: Pick<Feature, "type">, input: EntitlementInput) {
  return {
    enabled: input.enabled,
    limit: decimalOrNull(input.limit),
    // It was parsed from JSON.
    value: input.value as Prisma.JsonValue,
    resetInterval: feature.type === "METERED" ? (input.reset_interval ?? "MONTH") : ("BILLING" as const),
    overage: input.overage,
    limitBinding: input.limit_binding,
    capBinding: input.cap_binding,
    maxDimensions: input.max_dimensions,
    overageCeiling: decimalOrNull(input.overage_ceiling),
    overageStep: decimal(input.overage_step),
    rolloverMax: decimalOrNull(input.rollover_max),
    driverStepSize: decimalOrNull(input.driver_step_size),
    driverMaxSteps: input.driver_max_steps,
  } satisfies Partial<Row>;
}

/** The same of one of its prices. */
export function entitlementPriceColumns(price: EntitlementInput["prices"][number]) {
  return {
    currency: price.currency,
    interval: price.interval,
    pricing: price.pricing,
    unitAmount: decimalOrNull(price.unit_amount),
    tiers: price.tiers?.map((tier) => ({ ...tier, flat_amount: tier.flat_amount ?? "0" })) ?? null,
    overageCapAmount: bigintOrNull(price.overage_cap_amount),
    driverStepAmount: bigintOrNull(price.driver_step_amount),
  } satisfies Partial<PriceRow>;
}

/**
 * A version that nobody has saved, in the form of one that is: what views and prices are made of. Only the entitlements count; its ids
 * lead to nothing.
 */
export function unsavedPack(
  plan: { tenantId: string; id: string },
  entitlements: { feature: Feature; input: EntitlementInput }[],
  now: Date,
): PackWithEntitlements {
  const { tenantId } = plan;
  return {
    tenantId,
    id: "",
    planId: plan.id,
    version: 0,
    status: "DRAFT",
    publishedAt: null,
    archivedAt: null,
    createdAt: now,
    updatedAt: now,
    entitlements: entitlements.map(({ feature, input }) => ({
      tenantId,
      id: feature.id,
      packId: "",
      featureId: feature.id,
      feature,
      ...entitlementColumns(feature, input),
      prices: input.prices.map((price, index) => ({
        tenantId,
        id: String(index),
        entitlementId: feature.id,
        ...entitlementPriceColumns(price),
      })),
    })),
  };
}
