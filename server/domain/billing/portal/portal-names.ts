import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { listAllFeatures } from "../../catalog/features/list-all-features.ts";
import { inLanguage } from "../../catalog/translations.ts";
import type { NamePortal, PortalNames } from "./portal-names-schema.ts";

/**
 * What the portal's customer has, and what they have without a subscription, by the names that it has in a language. Throws
 * customer_not_own.
 */
export async function portalNames(
  scope: Scope,
  { locale }: z.output<typeof NamePortal>,
): Promise<z.output<typeof PortalNames>> {
  const { db, tenantId, ownCustomerId: customerId } = scope;
  if (customerId === null) throw new ApiError("customer_not_own");
  const [plans, products, features] = await Promise.all([
    db.plan.findMany({ where: { tenantId, subscriptions: { some: { customerId } } } }),
    db.product.findMany({
      where: { tenantId, OR: [{ subscriptions: { some: { customerId } } }, { freePlanId: { not: null } }] },
      include: { freePlan: true },
    }),
    listAllFeatures(scope),
  ]);
  return {
    plans: plans.map((plan) => ({ id: plan.id, name: inLanguage(plan, locale).name })),
    products: products.map((product) => ({
      id: product.id,
      name: inLanguage(product, locale).name,
      free_plan_name: product.freePlan && inLanguage(product.freePlan, locale).name,
    })),
    features: features.map((feature) => ({ key: feature.key, name: inLanguage(feature, locale).name })),
  };
}
