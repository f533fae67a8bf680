import type { Schemas } from "@usher/client";
import { CURRENCY, clients, PRODUCT } from "./usher.ts";

export type Plan = Schemas["Pricing"]["products"][number]["plans"][number];

/** The plans on sale, as the business has set them in Usher. */
export async function loadPlans(): Promise<Plan[]> {
  const { products } = await clients().usher.pricing.get({ product: PRODUCT, currency: CURRENCY });
  return products[0]?.plans ?? [];
}

/** What a plan costs a month. */
export function monthly(plan: Plan): Plan["prices"][number] | undefined {
  return plan.prices.find(({ interval }) => interval === "MONTH");
}

export function money(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: 0 });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** How long a limit lasts where the plan is paid by the month, which none outlasts. */
const lasts = (reset: Plan["features"][number]["reset_interval"]) =>
  reset === "DAY" || reset === "WEEK" ? ` a ${reset.toLowerCase()}` : " a month";

/** A line of a plan's list, such as "Tracked events: 250,000 a month". null: the plan has it not. */
export function featureLine({ name, type, enabled, limit, value, ...feature }: Plan["features"][number]) {
  if (!enabled) return null;
  if (type === "BOOLEAN") return name;
  const amount = type === "STATIC" ? value : (limit ?? "unlimited");
  if (typeof amount !== "number") return `${name}: ${amount}`;
  const label = feature.unit_label;
  const unit = type === "STATIC" && label ? ` ${label}${amount === 1 ? "" : "s"}` : "";
  const period = type === "METERED" ? lasts(feature.reset_interval) : "";
  return `${name}: ${amount.toLocaleString("en")}${unit}${period}`;
}
