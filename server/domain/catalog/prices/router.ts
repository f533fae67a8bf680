import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as schema from "../schema.ts";
import { archivePlanPrice } from "./archive-plan-price.ts";
import { createPlanPrice } from "./create-plan-price.ts";
import { getPlanPrice } from "./get-plan-price.ts";
import { listPlanPrices } from "./list-plan-prices.ts";
import * as meta from "./meta.ts";
import { updatePlanPrice } from "./update-plan-price.ts";

/** Prices: what a plan costs in one currency and interval. */
export const pricesRouter = router({
  create: mutation(meta.createPriceMeta, schema.CreatePlanPrice, schema.PlanPrice, createPlanPrice),
  list: query(meta.listPricesMeta, schema.ListPlanPrices, schema.PlanPricePage, listPlanPrices),
  get: query(meta.getPriceMeta, schema.PlanPriceId, schema.PlanPrice, getPlanPrice),
  update: mutation(meta.updatePriceMeta, schema.UpdatePlanPrice, schema.PlanPrice, updatePlanPrice),
  archive: mutation(meta.archivePriceMeta, schema.PlanPriceId, schema.PlanPrice, archivePlanPrice),
});
