import { router, tenantProcedure } from "../../trpc/init.ts";
import * as features from "./features.ts";
import { getPricing } from "./get-pricing.ts";
import { reading, writing } from "./meta.ts";
import * as bundles from "./pack-schema.ts";
import * as packs from "./packs.ts";
import * as plans from "./plans.ts";
import * as prices from "./prices.ts";
import * as pricing from "./pricing-schema.ts";
import * as products from "./products.ts";
import * as schema from "./schema.ts";

const at = {
  products: "/v1/catalog/products",
  product: "/v1/catalog/products/{product_id}",
  plans: "/v1/catalog/plans",
  plan: "/v1/catalog/plans/{plan_id}",
  prices: "/v1/catalog/prices",
  price: "/v1/catalog/prices/{plan_price_id}",
  features: "/v1/catalog/features",
  feature: "/v1/catalog/features/{feature_id}",
  packs: "/v1/catalog/packs",
  pack: "/v1/catalog/packs/{pack_id}",
} as const;

const productsRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", at.products, "Create a product", "What is sold; its plans are its tiers.", {
        status: 201,
        isAtomic: true,
        errors: ["K5006"],
      }),
    )
    .input(schema.CreateProduct)
    .output(schema.Product)
    .mutation(({ ctx, input }) => products.createProduct(ctx.scope, input)),
  list: tenantProcedure
    .meta(reading(at.products, "List products", "Newest first."))
    .input(schema.ListProducts)
    .output(schema.ProductPage)
    .query(({ ctx, input }) => products.listProducts(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading(at.product, "Get a product", "One product.", { errors: ["K5001"] }))
    .input(schema.ProductId)
    .output(schema.Product)
    .query(({ ctx, input }) => products.getProduct(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing("PATCH", at.product, "Change a product", "Its words, order and free plan.", {
        errors: ["K5001", "K5002", "K5008"],
      }),
    )
    .input(schema.UpdateProduct)
    .output(schema.Product)
    .mutation(({ ctx, input }) => products.updateProduct(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        `${at.product}/archive`,
        "Archive a product",
        "Takes it off sale; subscriptions go on.",
        { errors: ["K5001"] },
      ),
    )
    .input(schema.ProductId)
    .output(schema.Product)
    .mutation(({ ctx, input }) => products.archiveProduct(ctx.scope, input)),
});

const plansRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", at.plans, "Create a plan", "A tier of a product.", {
        status: 201,
        isAtomic: true,
        errors: ["K5001", "K5006", "K5008"],
      }),
    )
    .input(schema.CreatePlan)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => plans.createPlan(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading(at.plans, "List plans", "Newest first, of one product when it is named.", {
        errors: ["K5001"],
      }),
    )
    .input(schema.ListPlans)
    .output(schema.PlanPage)
    .query(({ ctx, input }) => plans.listPlans(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading(at.plan, "Get a plan", "One plan.", { errors: ["K5002"] }))
    .input(schema.PlanId)
    .output(schema.Plan)
    .query(({ ctx, input }) => plans.getPlan(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing("PATCH", at.plan, "Change a plan", "Its words, order and whether the pricing page shows it.", {
        errors: ["K5002"],
      }),
    )
    .input(schema.UpdatePlan)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => plans.updatePlan(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        `${at.plan}/archive`,
        "Archive a plan",
        "Takes it off sale, once no subscription to it lives.",
        { errors: ["K5002", "K5012", "K5013"] },
      ),
    )
    .input(schema.PlanId)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => plans.archivePlan(ctx.scope, input)),
});

const pricesRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", at.prices, "Create a plan price", "What a plan costs in one currency and interval.", {
        status: 201,
        isAtomic: true,
        errors: ["K5002", "K5006", "K5008", "K5009", "K5011"],
      }),
    )
    .input(schema.CreatePlanPrice)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => prices.createPlanPrice(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading(at.prices, "List plan prices", "Newest first, of one plan when it is named.", {
        errors: ["K5002"],
      }),
    )
    .input(schema.ListPlanPrices)
    .output(schema.PlanPricePage)
    .query(({ ctx, input }) => prices.listPlanPrices(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading(at.price, "Get a plan price", "One price.", { errors: ["K5003"] }))
    .input(schema.PlanPriceId)
    .output(schema.PlanPrice)
    .query(({ ctx, input }) => prices.getPlanPrice(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing(
        "PATCH",
        at.price,
        "Change a plan price",
        "Its label and trial; amount, currency and interval never change.",
        { errors: ["K5003"] },
      ),
    )
    .input(schema.UpdatePlanPrice)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => prices.updatePlanPrice(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        `${at.price}/archive`,
        "Archive a plan price",
        "Takes it off sale; subscriptions go on.",
        { errors: ["K5003"] },
      ),
    )
    .input(schema.PlanPriceId)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => prices.archivePlanPrice(ctx.scope, input)),
});

const featuresRouter = router({
  create: tenantProcedure
    .meta(
      writing(
        "POST",
        at.features,
        "Create a feature",
        "Something a plan can grant. Key and type never change.",
        { status: 201, isAtomic: true, errors: ["K5006"] },
      ),
    )
    .input(schema.CreateFeature)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => features.createFeature(ctx.scope, input)),
  list: tenantProcedure
    .meta(reading(at.features, "List features", "Newest first."))
    .input(schema.ListFeatures)
    .output(schema.FeaturePage)
    .query(({ ctx, input }) => features.listFeatures(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading(at.feature, "Get a feature", "One feature.", { errors: ["K5004"] }))
    .input(schema.FeatureId)
    .output(schema.Feature)
    .query(({ ctx, input }) => features.getFeature(ctx.scope, input)),
  update: tenantProcedure
    .meta(writing("PATCH", at.feature, "Change a feature", "Its words and order.", { errors: ["K5004"] }))
    .input(schema.UpdateFeature)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => features.updateFeature(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing("POST", `${at.feature}/archive`, "Archive a feature", "No new pack can grant it.", {
        errors: ["K5004"],
      }),
    )
    .input(schema.FeatureId)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => features.archiveFeature(ctx.scope, input)),
});

const packsRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", at.packs, "Create a pack", "A draft of the next version of a plan's entitlements.", {
        status: 201,
        isAtomic: true,
        errors: ["K5002", "K5005", "K5008", "K5009", "K5011", "K8001"],
      }),
    )
    .input(bundles.CreatePack)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => packs.createPack(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading(at.packs, "List packs", "Newest first, of one plan when it is named.", { errors: ["K5002"] }),
    )
    .input(bundles.ListPacks)
    .output(bundles.PackPage)
    .query(({ ctx, input }) => packs.listPacks(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading(at.pack, "Get a pack", "One version with its entitlements.", { errors: ["K5005"] }))
    .input(bundles.PackId)
    .output(bundles.Pack)
    .query(({ ctx, input }) => packs.getPack(ctx.scope, input)),
  setEntitlements: tenantProcedure
    .meta(
      writing(
        "PUT",
        `${at.pack}/entitlements`,
        "Set a draft's entitlements",
        "Replaces the whole bundle of a draft.",
        {
          errors: ["K5005", "K5007", "K5008", "K5009", "K5011", "K8001"],
        },
      ),
    )
    .input(bundles.SetEntitlements)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => packs.setEntitlements(ctx.scope, input)),
  publish: tenantProcedure
    .meta(
      writing(
        "POST",
        `${at.pack}/publish`,
        "Publish a pack",
        "Makes a draft the version on sale; the one before is archived. Never changes afterwards.",
        {
          isAtomic: true,
          errors: ["K5005", "K5007", "K5008", "K5009"],
        },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => packs.publishPack(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        `${at.pack}/archive`,
        "Archive a pack",
        "Takes a version off sale for good; it serves those pinned to it.",
        { errors: ["K5005", "K5007"] },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => packs.archivePack(ctx.scope, input)),
  diff: tenantProcedure
    .meta(
      reading(
        `${at.pack}/diff`,
        "Compare a pack",
        "What publishing it would change against the version on sale.",
        { errors: ["K5005"] },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.PackDiff)
    .query(({ ctx, input }) => packs.diffPack(ctx.scope, input)),
  delete: tenantProcedure
    .meta(
      writing("DELETE", at.pack, "Delete a draft", "Throws a draft away.", { errors: ["K5005", "K5007"] }),
    )
    .input(bundles.PackId)
    .output(bundles.Deleted)
    .mutation(({ ctx, input }) => packs.deletePack(ctx.scope, input)),
});

/** What is sold. */
export const catalogRouter = router({
  products: productsRouter,
  plans: plansRouter,
  prices: pricesRouter,
  features: featuresRouter,
  packs: packsRouter,
  pricing: tenantProcedure
    .meta(pricing.getPricingMeta)
    .input(pricing.GetPricing)
    .output(pricing.Pricing)
    .query(({ ctx, input }) => getPricing(ctx.scope, input)),
});
