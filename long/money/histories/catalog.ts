import { randomBytes } from "node:crypto";
import type { Entitlement, Interval, Plan, Price, Product } from "../model/types.ts";
import type { Body, Service } from "./service.ts";

/** A product as a history describes it. */
export interface ProductInput {
  name?: string;
  /** Lower comes first. */
  position?: number;
  plans: Record<string, PlanInput>;
  /** The plan of customers without a subscription. */
  free?: string;
}

interface PlanInput {
  entitlements: Record<string, Entitlement>;
  prices: { amount: number; currency: string; interval: Interval; trialDays?: number }[];
}

/** A product that the service sells, and the model knows. */
export interface OnSale extends Product {
  id: string;
  plans: Record<string, Plan & { packId: string }>;
  /** The price of a plan, by the plan's name and the price's position. */
  price(plan: string, index?: number): Price;
}

const word = (prefix: string) => `${prefix}-${randomBytes(5).toString("hex")}`;

/** Makes features that no other history uses; returns their keys by the given names. */
export async function createFeatures(
  service: Service,
  types: Record<string, "METERED" | "ALLOCATED">,
): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const [name, type] of Object.entries(types)) {
    const key = word(name);
    await service.post("/v1/catalog/features", { key, name: key, type });
    keys[name] = key;
  }
  return keys;
}

/** Makes a product with plans, packs and prices, over REST. */
export async function createProduct(
  service: Service,
  keys: Record<string, string>,
  input: ProductInput,
): Promise<OnSale> {
  const known = await service.features();
  const { id } = await service.post("/v1/catalog/products", {
    slug: word("product"),
    name: input.name ?? "Product",
    ...(input.position !== undefined && { position: input.position }),
  });
  const product: OnSale = {
    id,
    name: input.name ?? "product",
    free: null,
    plans: {},
    price(plan, index = 0) {
      const price = product.plans[plan]?.prices[index];
      if (!price) throw new Error(`The product has no price ${index} of the plan ${plan}.`);
      return price;
    },
  };
  for (const [slug, plan] of Object.entries(input.plans)) {
    const made = await service.post("/v1/catalog/plans", { product_id: id, slug: word(slug), name: slug });
    const currencies = [...new Set(plan.prices.map(({ currency }) => currency))];
    const entitlements = Object.entries(plan.entitlements).map(([feature, entitlement]) =>
      describe(keys[feature] ?? feature, entitlement, currencies, known),
    );
    const prices: Price[] = [];
    const packId = await publishPack(service, made.id, entitlements);
    for (const { trialDays = 0, ...price } of plan.prices) {
      const { id: priceId } = await service.post("/v1/catalog/prices", {
        plan_id: made.id,
        ...price,
        price_label_slug: word("price"),
        ...(trialDays > 0 && { trial_days: trialDays }),
      });
      prices.push({ ...price, id: priceId, plan: slug, trialDays });
    }
    product.plans[slug] = { entitlements: plan.entitlements, prices, id: made.id, packId };
    if (input.free === slug) {
      await service.patch(`/v1/catalog/products/${id}`, { free_plan_id: made.id });
      product.free = slug;
    }
  }
  return product;
}

/** Publishes a version of a plan's pack; returns its id. */
export async function publishPack(service: Service, plan: string, entitlements: object[]): Promise<string> {
  const { id } = await service.post("/v1/catalog/packs", { plan_id: plan, entitlements });
  await service.post(`/v1/catalog/packs/${id}/publish`);
  return id;
}

function describe(
  feature_key: string,
  entitlement: Entitlement,
  currencies: string[],
  known: { resetInterval: boolean },
): Body {
  const { limit, overage, ceiling, step, unitAmount, tiers, cap, resetInterval, driver } = entitlement;
  const { rolloverMax, isByDimension, maxDimensions } = entitlement;
  const prices = currencies.map((currency) => ({
    currency,
    ...(unitAmount !== undefined && { pricing: "FLAT", unit_amount: unitAmount }),
    ...(tiers && {
      pricing: "GRADUATED",
      tiers: tiers.map(({ upTo, unitAmount }) => ({
        up_to: upTo === null ? null : String(upTo),
        unit_amount: unitAmount,
      })),
    }),
    ...(cap !== undefined && { overage_cap_amount: cap }),
    ...(driver && { driver_step_amount: driver.amount }),
  }));
  return {
    feature_key,
    limit,
    overage,
    ...(ceiling !== undefined && { overage_ceiling: String(ceiling) }),
    ...(step !== undefined && { overage_step: step }),
    ...(driver && { driver_step_size: driver.size }),
    ...(rolloverMax !== undefined && { rollover_max: rolloverMax }),
    ...(isByDimension && { limit_binding: "DIMENSION", cap_binding: "DIMENSION" }),
    ...(maxDimensions !== undefined && { max_dimensions: maxDimensions }),
    ...(known.resetInterval && resetInterval && { reset_interval: resetInterval }),
    ...((overage === "BILL" || driver) && { prices }),
  };
}
