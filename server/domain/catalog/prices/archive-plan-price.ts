import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { PLAN_PRICE } from "./plan-price-kind.ts";

/** Takes a price off sale; its subscriptions continue. Throws plan_price_not_found. Idempotent. */
export function archivePlanPrice(
  scope: Scope,
  input: z.output<typeof schema.PlanPriceId>,
): Promise<z.output<typeof schema.PlanPrice>> {
  return archiveCatalogObject(scope, PLAN_PRICE, input.plan_price_id);
}
