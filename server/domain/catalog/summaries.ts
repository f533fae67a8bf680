import type { z } from "zod";
import type { Pack, PlanPrice } from "../../platform/database/client/client.ts";
import { toWireAmount } from "../../platform/money.ts";
import type { PackSummary, PlanSummary, PriceSummary } from "./schema.ts";

/** The fields of a price and of a pack that their summaries show. */
export type PriceParts = Pick<
  PlanPrice,
  "id" | "amount" | "currency" | "interval" | "labelName" | "labelSlug"
>;
export type PackParts = Pick<Pack, "id" | "version" | "status">;

/** docs/interface.md 2.3, of a plan or a product. */
export function viewPlanSummary(row: {
  id: string;
  slug: string;
  name: string;
}): z.output<typeof PlanSummary> {
  return { id: row.id, slug: row.slug, name: row.name };
}

/** docs/interface.md 2.4; amount in minor units. */
export function viewPriceSummary(row: PriceParts): z.output<typeof PriceSummary> {
  return {
    id: row.id,
    amount: toWireAmount(row.amount),
    currency: row.currency,
    interval: row.interval,
    price_label_name: row.labelName,
    price_label_slug: row.labelSlug,
  };
}

/** docs/interface.md 2.5. */
export function viewPackSummary(row: PackParts): z.output<typeof PackSummary> {
  return { id: row.id, version: row.version, status: row.status };
}
