import type { Scope, Tx } from "../../../platform/scope.ts";
import type { FeatureContent, PlanContent, PriceContent, ProductContent } from "../object-content.ts";
import type { EntitlementInput } from "../packs/schema.ts";
import { inputsOf } from "../packs/view-pack.ts";
import { viewFeature, viewPlan, viewPlanPrice, viewProduct } from "../views.ts";

/** What is for sale: features by key, products with their plans, prices and the entitlements on sale. It names no tenant. */
export interface CatalogContents {
  features: FeatureContent[];
  products: ProductContents[];
}

export interface ProductContents {
  product: ProductContent;
  /** The slug of the plan of customers without a subscription. */
  freePlan: string | null;
  plans: PlanContents[];
}

export interface PlanContents {
  plan: PlanContent;
  /** The slug of the plan of the same product that the price list says it includes. */
  includes: string | null;
  prices: PriceContent[];
  /** What the version on sale grants; null where none was published. */
  entitlements: EntitlementInput[] | null;
}

/** A tenant's whole catalog as it is kept: archived products, plans and features too, since their names stay taken. */
export interface KeptCatalog {
  features: { id: string; isArchived: boolean; content: FeatureContent }[];
  products: KeptProduct[];
}

export interface KeptProduct {
  id: string;
  isArchived: boolean;
  content: ProductContent;
  freePlan: string | null;
  plans: KeptPlan[];
}

export interface KeptPlan {
  id: string;
  isArchived: boolean;
  content: PlanContent;
  includes: string | null;
  /** Those on sale: the name of an archived price is free again. */
  prices: { id: string; content: PriceContent }[];
  active: { id: string; entitlements: EntitlementInput[] } | null;
  drafts: { id: string; version: number; entitlements: EntitlementInput[] }[];
}

/** Reads the catalog of the scope's tenant. */
export async function loadCatalog(tx: Tx, { tenantId }: Pick<Scope, "tenantId">): Promise<KeptCatalog> {
  const order = [{ position: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const;
  const features = await tx.feature.findMany({ where: { tenantId }, orderBy: [...order] });
  const products = await tx.product.findMany({
    where: { tenantId },
    orderBy: [...order],
    include: {
      plans: {
        orderBy: [...order],
        include: {
          prices: { where: { archivedAt: null }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
          packs: {
            where: { status: { in: ["ACTIVE", "DRAFT"] } },
            orderBy: { version: "desc" },
            include: { entitlements: { include: { feature: true, prices: true } } },
          },
        },
      },
    },
  });
  return {
    features: features.map((row) => ({
      id: row.id,
      isArchived: row.archivedAt !== null,
      content: featureContent(viewFeature(row)),
    })),
    products: products.map((row) => ({
      id: row.id,
      isArchived: row.archivedAt !== null,
      content: productContent(viewProduct(row)),
      freePlan: row.plans.find(({ id }) => id === row.freePlanId)?.slug ?? null,
      plans: row.plans.map((plan) => ({
        id: plan.id,
        isArchived: plan.archivedAt !== null,
        content: planContent(viewPlan(plan)),
        includes: row.plans.find(({ id }) => id === plan.includesPlanId)?.slug ?? null,
        prices: plan.prices.map((price) => ({ id: price.id, content: priceContent(viewPlanPrice(price)) })),
        active:
          plan.packs
            .filter(({ status }) => status === "ACTIVE")
            .map((pack) => ({ id: pack.id, entitlements: inputsOf(pack) }))[0] ?? null,
        drafts: plan.packs
          .filter(({ status }) => status === "DRAFT")
          .map((pack) => ({ id: pack.id, version: pack.version, entitlements: inputsOf(pack) })),
      })),
    })),
  };
}

/** What of a catalog is on offer: nothing archived, and of packs the version on sale. */
export function contentsOf(catalog: KeptCatalog): CatalogContents {
  return {
    features: catalog.features.filter(({ isArchived }) => !isArchived).map(({ content }) => content),
    products: catalog.products
      .filter(({ isArchived }) => !isArchived)
      .map(({ content, freePlan, plans }) => ({
        product: content,
        freePlan,
        plans: plans
          .filter((plan) => !plan.isArchived)
          .map((plan) => ({
            plan: plan.content,
            includes: plans.find(({ isArchived, content: { slug } }) => !isArchived && slug === plan.includes)
              ? plan.includes
              : null,
            prices: plan.prices.map((price) => price.content),
            entitlements: plan.active?.entitlements ?? null,
          })),
      })),
  };
}

function featureContent(feature: FeatureContent) {
  const { key, name, description, type, unit_label, value_type, position, translations } = feature;
  return { key, name, description, type, unit_label, value_type, position, translations };
}

function productContent({ slug, name, description, position, translations }: ProductContent) {
  return { slug, name, description, position, translations };
}

function planContent(plan: PlanContent) {
  const { slug, name, description, position, is_public, is_highlighted, contact_url, translations } = plan;
  return { slug, name, description, position, is_public, is_highlighted, contact_url, translations };
}

function priceContent(price: PriceContent) {
  const { amount, currency, interval, price_label_name, price_label_slug, trial_days, trial_needs_card } =
    price;
  return { amount, currency, interval, price_label_name, price_label_slug, trial_days, trial_needs_card };
}
