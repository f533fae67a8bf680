import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { PLAN_FOR_SALE, PRICE_FOR_SALE } from "../for-sale.ts";
import { inLanguage, packInLanguage } from "../translations.ts";
import type { GetPricing } from "./get-pricing-schema.ts";
import type { Pricing } from "./schema.ts";
import { viewPricingPlan } from "./view-pricing-plan.ts";

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
  const key = JSON.stringify([input.currency, input.product, input.locale?.toLowerCase()]);
  // Only this function writes the map.
  const known = answers?.get(key) as Answer | undefined;
  if (known) return known;
  const answer = await makePricing(scope, input);
  if (answers && answers.size >= MAX_ANSWERS) answers.clear();
  answers?.set(key, answer);
  return answer;
}

async function makePricing(scope: Scope, input: Input): Promise<Answer> {
  const rows = (await load(scope, input)).map((product) => translated(product, input.locale));
  const products = rows.map(({ plans, id, slug, name, description, freePlanId }) => ({
    id,
    slug,
    name,
    description,
    plans: plans.flatMap((plan) => {
      const [pack] = plan.packs;
      if (!pack) return [];
      const isFree = plan.id === freePlanId;
      const other = plans.find(({ id: one }) => one === plan.includesPlanId);
      const [theirs] = other?.packs ?? [];
      const included = other && theirs ? { plan: other, pack: theirs } : null;
      return [viewPricingPlan(plan, plan.prices, pack, { isFree, included, currency: input.currency })];
    }),
  }));
  return { products: products.filter(({ plans }) => plans.length > 0) };
}

type Loaded = Awaited<ReturnType<typeof load>>[number];

/** A product, its plans and what they grant, with their texts in a language. */
function translated(product: Loaded, locale: string | undefined): Loaded {
  return {
    ...inLanguage(product, locale),
    plans: product.plans.map((plan) => ({
      ...inLanguage(plan, locale),
      packs: plan.packs.map((pack) => packInLanguage(pack, locale)),
    })),
  };
}

function load(scope: Scope, { currency, product }: Input) {
  return scope.db.product.findMany({
    where: { tenantId: scope.tenantId, archivedAt: null, ...(product !== undefined && { slug: product }) },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: {
      plans: {
        where: PLAN_FOR_SALE,
        orderBy: [{ position: "asc" }, { id: "asc" }],
        include: {
          prices: {
            where: { ...PRICE_FOR_SALE, ...(currency !== undefined && { currency }) },
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
