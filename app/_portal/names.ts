import { cache } from "react";
import { pageLocale } from "../_i18n/translator.ts";
import type { UsedPortal } from "./read-portal.ts";

/** What the catalog's objects are called in the customer's language; the given name where they have no other. */
export interface Names {
  /** Product and plan together, as they are sold. */
  sold: (of: { product: Named; plan: Named }) => string;
  plan: (plan: Named) => string;
  /** A feature by its key. */
  feature: (key: string, name: string) => string;
  /** What customers have without a subscription of a product. */
  freePlan: (productId: string | null, product: string, plan: string) => string;
}

interface Named {
  id: string;
  name: string;
}

/** Read once a request. */
export const portalNames = cache(async ({ api }: UsedPortal): Promise<Names> => {
  const names = await api.portal.names.query({ locale: await pageLocale() });
  const plans = new Map(names.plans.map(({ id, name }) => [id, name]));
  const products = new Map(names.products.map((product) => [product.id, product]));
  const features = new Map(names.features.map(({ key, name }) => [key, name]));
  const plan = ({ id, name }: Named) => plans.get(id) ?? name;
  return {
    plan,
    sold: (of) => `${products.get(of.product.id)?.name ?? of.product.name} ${plan(of.plan)}`,
    feature: (key, name) => features.get(key) ?? name,
    freePlan(productId, product, name) {
      const known = productId === null ? undefined : products.get(productId);
      return `${known?.name ?? product} ${known?.free_plan_name ?? name}`;
    },
  };
});
