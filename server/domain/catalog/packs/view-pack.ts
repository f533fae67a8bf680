import type { z } from "zod";
import { z as zod } from "zod";
import type * as rows from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { omit } from "../../../platform/omit.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../load-plan-price.ts";
import { EntitlementInput, EntitlementPrice, type Pack } from "./schema.ts";

/** The entitlements in the order of their features. */
export function viewPack(row: PackWithEntitlements): z.output<typeof Pack> {
  const sorted = [...row.entitlements].sort(
    (a, b) => a.feature.position - b.feature.position || (a.feature.key < b.feature.key ? -1 : 1),
  );
  return {
    id: row.id,
    plan_id: row.planId,
    version: row.version,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
    archived_at: row.archivedAt?.toISOString() ?? null,
    entitlements: sorted.map(viewEntitlement),
  };
}

/** A pack's entitlements in the form of a request. */
export function inputsOf(pack: PackWithEntitlements): EntitlementInput[] {
  return viewPack(pack).entitlements.map((one) =>
    EntitlementInput.parse(omit(one, "feature_id", "feature_name", "feature_type")),
  );
}

/** A pack's entitlements, in the same order, with what words need of their features. */
export function wordedOf(pack: PackWithEntitlements) {
  const units = new Map(pack.entitlements.map(({ featureId, feature }) => [featureId, feature.unitLabel]));
  return viewPack(pack).entitlements.map((view) => ({
    ...view,
    unit_label: units.get(view.feature_id) ?? null,
  }));
}

const StoredValue = zod
  .union([
    zod.string(),
    zod.number(),
    zod.boolean(),
    zod.array(zod.unknown()),
    zod.record(zod.string(), zod.unknown()),
  ])
  .nullable();

type EntitlementRow = PackWithEntitlements["entitlements"][number];

function viewEntitlement(row: EntitlementRow) {
  return {
    feature_id: row.featureId,
    feature_key: row.feature.key,
    feature_name: row.feature.name,
    feature_type: row.feature.type,
    enabled: row.enabled,
    limit: row.limit?.toNumber() ?? null,
    reset_interval: row.feature.type === "METERED" ? row.resetInterval : null,
    value: StoredValue.parse(row.value),
    overage: row.overage,
    limit_binding: row.limitBinding,
    cap_binding: row.capBinding,
    max_dimensions: row.maxDimensions,
    overage_ceiling: row.overageCeiling?.toFixed() ?? null,
    overage_step: row.overageStep.toNumber(),
    rollover_max: row.rolloverMax?.toNumber() ?? null,
    driver_step_size: row.driverStepSize?.toNumber() ?? null,
    driver_max_steps: row.driverMaxSteps,
    prices: [...row.prices]
      .sort((a, b) => a.currency.localeCompare(b.currency, "en") || rankOf(a) - rankOf(b))
      .map(viewEntitlementPrice),
  };
}

/** The price for every interval is first, then from the shortest interval to the longest. */
function rankOf({ interval }: rows.PackEntitlementPrice): number {
  return interval === null ? -1 : INTERVALS.indexOf(interval);
}

function viewEntitlementPrice(row: rows.PackEntitlementPrice) {
  return {
    currency: row.currency,
    interval: row.interval,
    pricing: row.pricing,
    unit_amount: row.unitAmount?.toFixed() ?? null,
    tiers: EntitlementPrice.shape.tiers.parse(row.tiers),
    overage_cap_amount: row.overageCapAmount === null ? null : toWireAmount(row.overageCapAmount),
    driver_step_amount: row.driverStepAmount === null ? null : toWireAmount(row.driverStepAmount),
  };
}
