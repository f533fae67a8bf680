import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { viewPack } from "../packs/view-pack.ts";
import { viewPriceSummary } from "../summaries.ts";
import type { GetPricing, Pricing } from "./schema.ts";

type Input = z.output<typeof GetPricing>;
type Answer = z.output<typeof Pricing>;

/** Limits the cache: requests for unknown currencies and products must not fill the memory. */
const MAX_ANSWERS = 50;

/**
 * Public plans on sale with their published pack, in the tenant's order. Cached; a trigger of the database notifies every
 * process when the tenant's catalog changes.
 */
export async function getPricing(scope: Scope, input: Input): Promise<Answer> {
  const { tenantId, pricing } = scope;
  // A change during the query replaces the whole map, so that this stale answer goes into a map that is no longer read.
  const answers = await pricing.get(tenantId, async () => ({ tenantId, value: new Map<string, object>() }));
  const key = JSON.stringify([input.currency, input.product]);
  // Only this function writes the map.
  const known = answers?.get(key) as Answer | undefined;
  if (known) return known;
  const answer = await makePricing(scope, input);
  if (answers && answers.size >= MAX_ANSWERS) answers.clear();
  answers?.set(key, answer);
  return answer;
}

async function makePricing(scope: Scope, input: Input): Promise<Answer> {
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

function load(scope: Scope, { currency, product }: Input) {
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
    reset_interval: entitlement.reset_interval,
    value: entitlement.value,
    overage: entitlement.overage,
    overage_step: entitlement.overage_step,
    driver_step_size: entitlement.driver_step_size,
    driver_max_steps: entitlement.driver_max_steps,
    prices: entitlement.prices.filter((price) => currency === undefined || price.currency === currency),
  };
}
