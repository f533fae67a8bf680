import { createFeature } from "../../server/domain/catalog/features/create-feature.ts";
import { createPack } from "../../server/domain/catalog/packs/create-pack.ts";
import { publishPack } from "../../server/domain/catalog/packs/publish-pack.ts";
import { CreatePack } from "../../server/domain/catalog/packs/schema.ts";
import { createPlan } from "../../server/domain/catalog/plans/create-plan.ts";
import { createPlanPrice } from "../../server/domain/catalog/prices/create-plan-price.ts";
import { createProduct } from "../../server/domain/catalog/products/create-product.ts";
import { updateProduct } from "../../server/domain/catalog/products/update-product.ts";
import {
  CreateFeature,
  CreatePlan,
  CreatePlanPrice,
  CreateProduct,
} from "../../server/domain/catalog/schema.ts";
import type { Scope } from "../../server/platform/scope.ts";
import { FEATURES, PRODUCTS, type ProductStory, YEAR_IN_MONTHS } from "./story.ts";

/** What the customers' part of the seed needs to know of the catalog. */
export interface SeededCatalog {
  productOf: Record<string, string>;
  planIds: Record<string, string>;
  packIds: Record<string, string>;
  /** An older, archived version of a plan's pack, to which some customers are still pinned. */
  oldPackIds: Record<string, string>;
  /** By `plan/currency/interval`. */
  priceIds: Record<string, string>;
}

/** Writes the price list through the product's own operations, so that events and audit rows are there too. */
export async function seedCatalog(scope: Scope): Promise<SeededCatalog> {
  const catalog: SeededCatalog = { productOf: {}, planIds: {}, packIds: {}, oldPackIds: {}, priceIds: {} };
  for (const feature of FEATURES) await createFeature(scope, CreateFeature.parse(feature));
  for (const [position, story] of PRODUCTS.entries()) await seedProduct(scope, catalog, story, position);
  return catalog;
}

async function seedProduct(
  scope: Scope,
  catalog: SeededCatalog,
  story: ProductStory,
  position: number,
): Promise<void> {
  const { slug, name, description } = story;
  const product = await createProduct(scope, CreateProduct.parse({ slug, name, description, position }));
  for (const [place, plan] of story.plans.entries()) {
    const row = await createPlan(
      scope,
      CreatePlan.parse({
        product_id: product.id,
        slug: plan.slug,
        name: plan.name,
        description: plan.description,
        position: place,
        is_highlighted: plan.isRecommended ?? false,
      }),
    );
    catalog.planIds[plan.slug] = row.id;
    catalog.productOf[plan.slug] = product.id;
    await seedPrices(scope, catalog, plan, row.id);
    await seedPacks(scope, catalog, plan, row.id);
  }
  if (story.freePlan)
    await updateProduct(scope, { product_id: product.id, free_plan_id: catalog.planIds[story.freePlan] });
}

type PlanStory = ProductStory["plans"][number];

async function seedPrices(
  scope: Scope,
  catalog: SeededCatalog,
  plan: PlanStory,
  planId: string,
): Promise<void> {
  for (const currency of ["USD", "EUR"] as const) {
    for (const interval of ["MONTH", "YEAR"] as const) {
      const amount = plan.monthly[currency] * (interval === "YEAR" ? YEAR_IN_MONTHS : 1);
      const trial =
        interval === "MONTH"
          ? { trial_days: plan.trialDays ?? 0, trial_needs_card: plan.trialNeedsCard ?? false }
          : {};
      const price = await createPlanPrice(
        scope,
        CreatePlanPrice.parse({ plan_id: planId, amount, currency, interval, ...trial }),
      );
      catalog.priceIds[`${plan.slug}/${currency}/${interval}`] = price.id;
    }
  }
}

/** Fleet has a past: its first version had fewer seats, and those who bought it keep it. */
async function seedPacks(
  scope: Scope,
  catalog: SeededCatalog,
  plan: PlanStory,
  planId: string,
): Promise<void> {
  if (plan.slug === "fleet") {
    const older = plan.entitlements.map((entitlement) =>
      entitlement.feature_key === "seats" ? { ...entitlement, limit: 20 } : entitlement,
    );
    const first = await createPack(scope, CreatePack.parse({ plan_id: planId, entitlements: older }));
    catalog.oldPackIds[plan.slug] = (await publishPack(scope, { pack_id: first.id })).id;
  }
  const pack = await createPack(
    scope,
    CreatePack.parse({ plan_id: planId, entitlements: plan.entitlements }),
  );
  catalog.packIds[plan.slug] = (await publishPack(scope, { pack_id: pack.id })).id;
}
