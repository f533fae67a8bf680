import type { Prisma } from "../platform/database/client/client.ts";
import { newId } from "../platform/ids.ts";
import type { Scope } from "../platform/scope.ts";
import { unique } from "./world.ts";

type EntitlementInput = Partial<
  Omit<Prisma.PackEntitlementUncheckedCreateInput, "tenantId" | "packId" | "featureId" | "prices">
> & {
  prices?: Omit<Prisma.PackEntitlementPriceUncheckedCreateInput, "tenantId" | "entitlementId">[];
};

interface PlanInput {
  slug: string;
  /** What the plan's published pack grants, by feature key. */
  entitlements?: Record<string, EntitlementInput>;
  prices: {
    amount: number;
    currency?: string;
    interval?: "DAY" | "WEEK" | "MONTH" | "YEAR";
    trialDays?: number;
    trialNeedsCard?: boolean;
  }[];
}

interface CatalogInput {
  features?: Record<
    string,
    {
      type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
      valueType?: "string" | "number" | "boolean" | "json";
    }
  >;
  /** Features of a product that was made before, by key. */
  known?: Record<string, string>;
  plans: PlanInput[];
  /** Slug of the plan that customers without a subscription fall to. */
  freePlan?: string;
}

export interface TestCatalog {
  productId: string;
  features: Record<string, string>;
  plans: Record<string, { id: string; packId: string; prices: string[] }>;
}

/** A product with plans, prices, features and published packs, as rows: quick, and free of what is under test. */
export async function aCatalog(scope: Scope, input: CatalogInput): Promise<TestCatalog> {
  const { tenantId, db } = scope;
  const now = scope.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const productId = newId("product");
  await db.product.create({
    data: { tenantId, id: productId, slug: unique("product"), name: "Product", ...stamps },
  });
  const features: Record<string, string> = { ...input.known };
  for (const [key, { type, valueType }] of Object.entries(input.features ?? {})) {
    const feature = await db.feature.create({
      data: { tenantId, id: newId("feature"), key, name: key, type, valueType, ...stamps },
    });
    features[key] = feature.id;
  }
  const plans: TestCatalog["plans"] = {};
  for (const plan of input.plans) plans[plan.slug] = await createPlan(scope, productId, features, plan);
  if (input.freePlan) {
    const freePlanId = plans[input.freePlan]?.id;
    await db.product.update({ where: { tenantId_id: { tenantId, id: productId } }, data: { freePlanId } });
    scope.freePlans.forget(tenantId);
  }
  return { productId, features, plans };
}

async function createPlan(
  scope: Scope,
  productId: string,
  features: Record<string, string>,
  input: PlanInput,
) {
  const { tenantId, db } = scope;
  const now = scope.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const plan = await db.plan.create({
    data: { tenantId, id: newId("plan"), productId, slug: input.slug, name: input.slug, ...stamps },
  });
  const packId = newId("pack");
  await db.pack.create({ data: { tenantId, id: packId, planId: plan.id, version: 1, ...stamps } });
  for (const [key, { prices = [], ...entitlement }] of Object.entries(input.entitlements ?? {})) {
    const id = newId("packEntitlement");
    await db.packEntitlement.create({
      data: { ...entitlement, tenantId, id, packId, featureId: features[key] ?? "" },
    });
    for (const price of prices)
      await db.packEntitlementPrice.create({ data: { ...price, tenantId, entitlementId: id } });
  }
  await db.pack.update({
    where: { tenantId_id: { tenantId, id: packId } },
    data: { status: "ACTIVE", publishedAt: now },
  });
  const prices: string[] = [];
  for (const {
    amount,
    currency = "USD",
    interval = "MONTH",
    trialDays = 0,
    trialNeedsCard = false,
  } of input.prices) {
    const id = newId("planPrice");
    const label = { labelName: interval.toLowerCase(), labelSlug: unique(interval.toLowerCase()) };
    await db.planPrice.create({
      data: {
        tenantId,
        id,
        planId: plan.id,
        amount,
        currency,
        interval,
        trialDays,
        trialNeedsCard,
        ...label,
        ...stamps,
      },
    });
    prices.push(id);
  }
  return { id: plan.id, packId, prices };
}
