import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { moneyText } from "../../../platform/currency.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { requireCounted } from "../../catalog/features/require-counted.ts";
import { PLAN_FOR_SALE } from "../../catalog/for-sale.ts";
import { getActivePack, type PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { changesInWords } from "../../catalog/packs/changes-in-words.ts";
import { countSubscribers } from "../../catalog/packs/count-subscribers.ts";
import { unsavedPack } from "../../catalog/packs/entitlement-columns.ts";
import { getPackOrThrow } from "../../catalog/packs/load-pack.ts";
import { unpricedProblem } from "../../catalog/packs/require-priced.ts";
import { GRANTED_ONCE, problemOf } from "../../catalog/packs/rules.ts";
import { inputsOf, wordedOf } from "../../catalog/packs/view-pack.ts";
import { entitlementInWords } from "../../catalog/packs/words.ts";
import { getPlanOrThrow } from "../../catalog/plans/get-plan.ts";
import { type Included, viewPricingPlan } from "../../catalog/pricing/view-pricing-plan.ts";
import { getProductOrThrow } from "../../catalog/products/get-product.ts";
import type { PlanPreview, PreviewPlan } from "./preview-plan-schema.ts";
import { type Cost, costOf, type PlannedUse } from "./rules.ts";

type Input = z.output<typeof PreviewPlan>;

/**
 * How the price list would show a plan with a version of its features, saved or not, and what a customer pays for some use. Changes
 * nothing.
 */
export async function previewPlan(scope: Scope, input: Input): Promise<z.output<typeof PlanPreview>> {
  const { tenantId, db } = scope;
  const plan = await getPlanOrThrow(db, scope, input.plan_id);
  const [product, prices, pack, included, uses, active, subscribers] = await Promise.all([
    getProductOrThrow(db, scope, plan.productId),
    db.planPrice.findMany({
      where: { tenantId, planId: plan.id, archivedAt: null },
      orderBy: [{ amount: "asc" }, { id: "asc" }],
    }),
    packOf(scope, plan, input),
    includedBy(scope, plan),
    Promise.all(input.usage.map((use) => useOf(scope, use))),
    getActivePack(db, scope, plan.id),
    countSubscribers(scope, plan.id),
  ]);
  const { plan_price_id: wanted } = input;
  const price = wanted === undefined ? prices[0] : prices.find(({ id }) => id === wanted);
  if (wanted !== undefined && !price) throw new ApiError("plan_price_not_found");
  const views = wordedOf(pack);
  const inputs = inputsOf(pack);
  return {
    plan: viewPricingPlan(plan, prices, pack, { isFree: product.freePlanId === plan.id, included }),
    features: views.map((view, index) => {
      const row = pack.entitlements.find(({ featureId }) => featureId === view.feature_id);
      const asked = inputs[index];
      return {
        feature_key: view.feature_key,
        summary: entitlementInWords(view, prices),
        problem: row && asked ? (problemOf(row.feature, asked) ?? unpricedProblem(row, prices)) : null,
      };
    }),
    changes: changesInWords(active ? wordedOf(active) : [], views, prices),
    subscribers,
    cost: price ? { plan_price_id: price.id, ...costInWords(costOf(pack, price, uses), uses) } : null,
  };
}

/** The plan that another includes, with its version on sale; null: none that the price list shows. */
async function includedBy(
  scope: Scope,
  { includesPlanId }: { includesPlanId: string | null },
): Promise<Included | null> {
  if (includesPlanId === null) return null;
  const { db, tenantId } = scope;
  const plan = await db.plan.findFirst({ where: { tenantId, id: includesPlanId, ...PLAN_FOR_SALE } });
  const pack = plan && (await getActivePack(db, scope, plan.id));
  return pack ? { plan, pack } : null;
}

async function packOf(
  scope: Scope,
  plan: { tenantId: string; id: string },
  { pack_id: packId, entitlements }: Input,
): Promise<PackWithEntitlements> {
  const { tenantId, db, clock } = scope;
  if (packId !== undefined) {
    const pack = await getPackOrThrow(db, scope, packId);
    if (pack.planId !== plan.id) throw new ApiError("pack_not_found");
    return pack;
  }
  if (entitlements === undefined)
    return (await getActivePack(scope.db, scope, plan.id)) ?? unsavedPack(plan, [], clock.now());
  const keys = entitlements.map(({ feature_key }) => feature_key);
  const features = new Map(
    (await db.feature.findMany({ where: { tenantId, key: { in: keys } } })).map((one) => [one.key, one]),
  );
  const asked = entitlements.map((input, index) => {
    const { feature_key } = input;
    const feature = features.get(feature_key);
    if (!feature) throw new ApiError("feature_key_unknown", { details: { feature_key } });
    if (keys.indexOf(feature_key) !== index)
      throw new ApiError("entitlement_invalid", { details: { feature_key, rule: GRANTED_ONCE } });
    return { feature, input };
  });
  return unsavedPack(plan, asked, clock.now());
}

async function useOf(scope: Scope, { feature_key, units }: Input["usage"][number]): Promise<PlannedUse> {
  const feature = await getFeatureByKeyOrThrow(scope, feature_key);
  requireCounted(feature);
  return { feature, units };
}

const PER = { DAY: "a day", WEEK: "a week", MONTH: "a month", YEAR: "a year" } as const;

/** In words: what is refused is not used, and costs nothing. */
function costInWords(cost: Cost, uses: PlannedUse[]) {
  const show = (amount: number) => moneyText("en-US", amount, cost.currency);
  const totals = cost.totals.map(({ amount, interval }) => `${show(amount)} ${PER[interval]}`).join(" and ");
  const refused = new Map(cost.refused.map((one) => [one.feature_key, one]));
  const used = uses
    .map(({ feature, units }) => ({ ...feature, units: refused.get(feature.key)?.allowed ?? units }))
    .filter(({ units }) => units > 0)
    .map(({ name, units }) => `${units.toLocaleString("en-US")} ${name}`);
  const what = used.length === 0 ? "The plan by itself costs" : `${used.join(" and ")} cost`;
  return { ...cost, summary: `${what} ${totals}.` };
}
