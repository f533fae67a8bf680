import { readNumber } from "../../server/platform/schema/plain-number.ts";
import {
  type Driver,
  driversOf,
  isSoldHere,
  type Plan,
  type Price,
  type Pricing,
  type Product,
} from "./offer.ts";

const STEPS = "steps.";

/** The name of the form field or query parameter with the number of steps of a feature. */
export const stepsField = (featureKey: string) => `${STEPS}${featureKey}`;

/** The numbers in the fields `steps.<feature>` of a form; `NaN`, which the API refuses, for a value that is not a number. */
export function stepsIn(fields: Iterable<[string, FormDataEntryValue]>) {
  return [...fields]
    .filter(([name]) => name.startsWith(STEPS))
    .map(([name, value]) => ({ feature_key: name.slice(STEPS.length), steps: readSteps(value) }));
}

const readSteps = (value: unknown) => (typeof value === "string" ? readNumber(value) : null) ?? Number.NaN;

/** How many steps of a driver hold so many units, a started step whole; never more than are sold. */
export function stepsFor(
  units: number,
  { stepSize, maxSteps }: Pick<Driver, "stepSize" | "maxSteps">,
): number {
  // Rounded first, because 1.1 / 0.1 is a little more than 11.
  const steps = Math.ceil(Number((units / stepSize).toPrecision(12)));
  return Math.min(steps, maxSteps ?? steps);
}

/** The price and steps that a visitor is about to buy. */
export interface Order {
  product: Product;
  plan: Plan;
  price: Price;
  drivers: (Driver & { steps: number })[];
  /** Minor units a period. */
  total: number;
}

/**
 * The price and steps in a query (`price`, `steps.<feature>`), without steps that cannot be parsed; null when the price is not
 * sold on the page.
 */
export function orderOf(
  { products }: Pricing,
  query: Record<string, string | string[] | undefined>,
): Order | null {
  for (const product of products) {
    for (const plan of product.plans.filter(isSoldHere)) {
      const price = plan.prices.find(({ id }) => id === query.price);
      if (!price) continue;
      const drivers = driversOf(plan, price).map((driver) => {
        const wanted = Math.trunc(readSteps(query[stepsField(driver.key)])) || 0;
        return { ...driver, steps: Math.min(Math.max(0, wanted), driver.maxSteps ?? wanted) };
      });
      const bought = drivers.filter(({ steps }) => steps > 0);
      const total = bought.reduce((sum, { steps, stepAmount }) => sum + steps * stepAmount, price.amount);
      return { product, plan, price, drivers: bought, total };
    }
  }
  return null;
}
