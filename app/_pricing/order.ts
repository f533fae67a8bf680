import { type Driver, driversOf, type Plan, type Price, type Pricing, type Product } from "./offer.ts";

/** What somebody is about to buy. */
export interface Order {
  product: Product;
  plan: Plan;
  price: Price;
  drivers: (Driver & { steps: number })[];
  /** Minor units a period. */
  total: number;
}

/** The price and steps that an address names (`price`, `steps.<feature>`); null when the price is not on offer. */
export function orderOf(
  { products }: Pricing,
  query: Record<string, string | string[] | undefined>,
): Order | null {
  for (const product of products) {
    for (const plan of product.plans) {
      const price = plan.prices.find(({ id }) => id === query.price);
      if (!price) continue;
      const drivers = driversOf(plan, price.currency).map((driver) => {
        const wanted = Math.trunc(Number(query[`steps.${driver.key}`])) || 0;
        return { ...driver, steps: Math.min(Math.max(0, wanted), driver.maxSteps ?? wanted) };
      });
      const bought = drivers.filter(({ steps }) => steps > 0);
      const total = bought.reduce((sum, { steps, stepAmount }) => sum + steps * stepAmount, price.amount);
      return { product, plan, price, drivers: bought, total };
    }
  }
  return null;
}
