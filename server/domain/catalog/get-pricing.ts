import type { z } from "zod";
import type { Scope } from "../scope.ts";
import type { GetPricing, Pricing } from "./pricing-schema.ts";
import { viewPriceSummary } from "./summaries.ts";
import { viewPack } from "./views.ts";

/** Public plans on sale with their published pack, in the tenant's order. */
export async function getPricing(
  scope: Scope,
  input: z.output<typeof GetPricing>,
): Promise<z.output<typeof Pricing>> {
  const rows = await load(scope, input);
  const products = rows.map(({ plans, id, slug, name, description, freePlanId }) => ({
    id,
    slug,
    name,
    description,
    plans: plans.flatMap((plan) => {
      const [pack] = plan.packs;
      if (!pack) return [];
      const features = viewPack(pack).entitlements.map((entitlement) =>
        viewFeature(entitlement, pack, input.currency),
      );
      const prices = plan.prices.map((price) => ({
        ...viewPriceSummary(price),
        trial_days: price.trialDays,
        trial_needs_card: price.trialNeedsCard,
      }));
      return [
        {
          id: plan.id,
          slug: plan.slug,
          name: plan.name,
          description: plan.description,
          is_free: plan.id === freePlanId,
          prices,
          features,
        },
      ];
    }),
  }));
  return { products: products.filter(({ plans }) => plans.length > 0) };
}

function load(scope: Scope, { currency, product }: z.output<typeof GetPricing>) {
  return scope.db.product.findMany({
    where: { tenantId: scope.tenantId, archivedAt: null, ...(product !== undefined && { slug: product }) },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: {
      plans: {
        where: { isPublic: true, archivedAt: null, packs: { some: { status: "ACTIVE" } } },
        orderBy: [{ position: "asc" }, { id: "asc" }],
        include: {
          prices: {
            where: { archivedAt: null, ...(currency !== undefined && { currency }) },
            orderBy: [{ amount: "asc" }, { id: "asc" }],
          },
          packs: {
            where: { status: "ACTIVE" },
            include: { entitlements: { include: { feature: true, prices: true } } },
          },
        },
      },
    },
  });
}

type Loaded = Awaited<ReturnType<typeof load>>[number]["plans"][number]["packs"][number];
type Entitlement = ReturnType<typeof viewPack>["entitlements"][number];

function viewFeature(entitlement: Entitlement, pack: Loaded, currency: string | undefined) {
  const row = pack.entitlements.find(({ featureId }) => featureId === entitlement.feature_id);
  return {
    key: entitlement.feature_key,
    name: entitlement.feature_name,
    description: row?.feature.description ?? null,
    type: row?.feature.type ?? ("BOOLEAN" as const),
    unit_label: row?.feature.unitLabel ?? null,
    enabled: entitlement.enabled,
    limit: entitlement.limit,
    value: entitlement.value,
    overage: entitlement.overage,
    overage_step: entitlement.overage_step,
    driver_step_size: entitlement.driver_step_size,
    driver_max_steps: entitlement.driver_max_steps,
    prices: entitlement.prices.filter((price) => currency === undefined || price.currency === currency),
  };
}
