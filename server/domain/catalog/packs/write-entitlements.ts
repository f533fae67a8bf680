import { ApiError } from "../../../errors/api-error.ts";
import { type Feature, Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { requireChargeable, requireSold } from "../sellable.ts";
import { entitlementColumns, entitlementPriceColumns } from "./entitlement-columns.ts";
import { brokenRule, GRANTED_ONCE } from "./rules.ts";
import type { EntitlementInput } from "./schema.ts";

/**
 * Writes a draft's entitlements in place of what it had. `kept` is what it had, or was copied from: prices that stand there as they are
 * need not be such as are sold today.
 */
export async function writeEntitlements(
  tx: Tx,
  scope: Scope,
  packId: string,
  entitlements: EntitlementInput[],
  kept: EntitlementInput[],
): Promise<void> {
  const { tenantId } = scope;
  const keys = entitlements.map(({ feature_key }) => feature_key);
  const features = new Map(
    (await tx.feature.findMany({ where: { tenantId, key: { in: keys } } })).map((feature) => [
      feature.key,
      feature,
    ]),
  );
  await tx.packEntitlement.deleteMany({ where: { tenantId, packId } });
  for (const [index, entitlement] of entitlements.entries()) {
    const { feature_key } = entitlement;
    const feature = features.get(feature_key);
    if (!feature) throw new ApiError("feature_key_unknown", { details: { feature_key } });
    if (feature.archivedAt)
      throw new ApiError("catalog_object_archived", { details: { thing: `feature ${feature_key}` } });
    const rule = keys.indexOf(feature_key) === index ? brokenRule(feature, entitlement) : GRANTED_ONCE;
    if (rule !== null) throw new ApiError("entitlement_invalid", { details: { feature_key, rule } });
    requireSoldPrices(entitlement, kept.find((one) => one.feature_key === feature_key)?.prices ?? []);
    await writeEntitlement(tx, tenantId, packId, feature, entitlement);
  }
}

/** A price per unit may be finer than what is charged: what it comes to is rounded. */
function requireSoldPrices({ prices }: EntitlementInput, kept: EntitlementInput["prices"]): void {
  for (const price of prices) {
    if (kept.some((one) => JSON.stringify(one) === JSON.stringify(price))) continue;
    const { currency, tiers, overage_cap_amount: cap, driver_step_amount: step } = price;
    requireSold(currency);
    for (const amount of [cap, step, ...(tiers ?? []).map((tier) => tier.flat_amount)])
      requireChargeable(amount ?? 0, currency);
  }
}

async function writeEntitlement(
  tx: Tx,
  tenantId: string,
  packId: string,
  feature: Feature,
  input: EntitlementInput,
): Promise<void> {
  const id = newId("packEntitlement");
  const { value, ...columns } = entitlementColumns(feature, input);
  await tx.packEntitlement.create({
    data: {
      tenantId,
      id,
      packId,
      featureId: feature.id,
      ...columns,
      value: value === null ? Prisma.DbNull : value,
    },
  });
  await tx.packEntitlementPrice.createMany({
    data: input.prices.map((price) => {
      const { tiers, ...rest } = entitlementPriceColumns(price);
      return { tenantId, entitlementId: id, ...rest, tiers: tiers ?? Prisma.DbNull };
    }),
  });
}
