import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type { PlanPrice } from "../schema.ts";
import { PLAN_PRICE } from "./plan-price-kind.ts";
import type { PlanPriceId } from "./schema.ts";

/** Takes a price off sale; its subscriptions continue. Throws plan_price_not_found. Idempotent. */
export function archivePlanPrice(
  scope: Scope,
  input: z.output<typeof PlanPriceId>,
): Promise<z.output<typeof PlanPrice>> {
  return archiveCatalogObject(scope, PLAN_PRICE, input.plan_price_id);
}
