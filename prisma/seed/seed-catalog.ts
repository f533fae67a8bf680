import { createFeature } from "../../server/domain/catalog/features/create-feature.ts";
import { CreateFeature } from "../../server/domain/catalog/features/create-feature-schema.ts";
import { createPack } from "../../server/domain/catalog/packs/create-pack.ts";
import { CreatePack } from "../../server/domain/catalog/packs/create-pack-schema.ts";
import { publishPack } from "../../server/domain/catalog/packs/publish-pack.ts";
import { createPlan } from "../../server/domain/catalog/plans/create-plan.ts";
import { CreatePlan } from "../../server/domain/catalog/plans/create-plan-schema.ts";
import { createPlanPrice } from "../../server/domain/catalog/prices/create-plan-price.ts";
import { CreatePlanPrice } from "../../server/domain/catalog/prices/create-plan-price-schema.ts";
import { createProduct } from "../../server/domain/catalog/products/create-product.ts";
import { CreateProduct } from "../../server/domain/catalog/products/create-product-schema.ts";
import { updateProduct } from "../../server/domain/catalog/products/update-product.ts";
import type { DemoScope } from "./demo-scope.ts";
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

/**
 * Writes the price list through the product's own operations, so that events and audit rows are there too. What is there already
 * is left as it is.
 */
export async function seedCatalog(scope: DemoScope): Promise<SeededCatalog> {
  const catalog: SeededCatalog = { productOf: {}, planIds: {}, packIds: {}, oldPackIds: {}, priceIds: {} };
  const known = await scope.db.feature.findMany({ where: { tenantId: scope.tenantId } });
  const missing = FEATURES.filter(({ key }) => !known.some((feature) => feature.key === key));
  scope.step("features");
  for (const feature of missing) await createFeature(scope, CreateFeature.parse(feature));
  for (const [position, story] of PRODUCTS.entries()) await seedProduct(scope, catalog, story, position);
  return catalog;
}

async function seedProduct(
  scope: DemoScope,
  catalog: SeededCatalog,
  story: ProductStory,
  position: number,
): Promise<void> {
  const { tenantId, db } = scope;
  const { slug, name, description } = story;
  const product =
    (await db.product.findUnique({ where: { tenantId_slug: { tenantId, slug } } })) ??
    (await createProduct(scope, CreateProduct.parse({ slug, name, description, position })));
  const productId = product.id;
  for (const [place, plan] of story.plans.entries()) {
    scope.step(`plan ${plan.name}`);
    const key = { tenantId, productId, slug: plan.slug };
    const row =
      (await db.plan.findUnique({ where: { tenantId_productId_slug: key } })) ??
      (await createPlan(
        scope,
        CreatePlan.parse({
          product_id: productId,
          slug: plan.slug,
          name: plan.name,
          description: plan.description,
          position: place,
          is_highlighted: plan.isRecommended ?? false,
        }),
      ));
    catalog.planIds[plan.slug] = row.id;
    catalog.productOf[plan.slug] = productId;
    await seedPrices(scope, catalog, plan, row.id);
    await seedPacks(scope, catalog, plan, row.id);
  }
  if (!story.freePlan) return;
  const { freePlanId } = await db.product.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: productId } },
  });
  if (freePlanId === null)
    await updateProduct(scope, { product_id: productId, free_plan_id: catalog.planIds[story.freePlan] });
}

type PlanStory = ProductStory["plans"][number];

async function seedPrices(
  scope: DemoScope,
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
      const { tenantId, db } = scope;
      const price =
        (await db.planPrice.findFirst({ where: { tenantId, planId, currency, interval } })) ??
        (await createPlanPrice(
          scope,
          CreatePlanPrice.parse({ plan_id: planId, amount, currency, interval, ...trial }),
        ));
      catalog.priceIds[`${plan.slug}/${currency}/${interval}`] = price.id;
    }
  }
}

/** Fleet has a past: its first version had fewer seats, and those who bought it keep it. */
async function seedPacks(
  scope: DemoScope,
  catalog: SeededCatalog,
  plan: PlanStory,
  planId: string,
): Promise<void> {
  let version = 1;
  if (plan.slug === "fleet") {
    const older = plan.entitlements.map((entitlement) =>
      entitlement.feature_key === "seats" ? { ...entitlement, limit: 20 } : entitlement,
    );
    catalog.oldPackIds[plan.slug] = await seedPack(scope, planId, version++, older);
  }
  catalog.packIds[plan.slug] = await seedPack(scope, planId, version, plan.entitlements);
}

/** A published version of the plan's pack. Returns its id. */
async function seedPack(
  scope: DemoScope,
  planId: string,
  version: number,
  entitlements: PlanStory["entitlements"],
): Promise<string> {
  const { tenantId, db } = scope;
  const { id, status } =
    (await db.pack.findUnique({ where: { tenantId_planId_version: { tenantId, planId, version } } })) ??
    (await createPack(scope, CreatePack.parse({ plan_id: planId, entitlements })));
  if (status === "DRAFT") await publishPack(scope, { pack_id: id });
  return id;
}
