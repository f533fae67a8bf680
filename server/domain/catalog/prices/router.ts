import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { PlanPrice } from "../schema.ts";
import { archivePlanPrice } from "./archive-plan-price.ts";
import { archivePriceMeta } from "./archive-plan-price-schema.ts";
import { createPlanPrice } from "./create-plan-price.ts";
import { CreatePlanPrice, createPriceMeta } from "./create-plan-price-schema.ts";
import { getPlanPrice } from "./get-plan-price.ts";
import { getPriceMeta } from "./get-plan-price-schema.ts";
import { listPlanPrices } from "./list-plan-prices.ts";
import { ListPlanPrices, listPricesMeta, PlanPricePage } from "./list-plan-prices-schema.ts";
import { PlanPriceId } from "./schema.ts";
import { updatePlanPrice } from "./update-plan-price.ts";
import { UpdatePlanPrice, updatePriceMeta } from "./update-plan-price-schema.ts";

/** Prices: what a plan costs in one currency and interval. */
export const pricesRouter = router({
  create: mutation(createPriceMeta, CreatePlanPrice, PlanPrice, createPlanPrice),
  list: query(listPricesMeta, ListPlanPrices, PlanPricePage, listPlanPrices),
  get: query(getPriceMeta, PlanPriceId, PlanPrice, getPlanPrice),
  update: mutation(updatePriceMeta, UpdatePlanPrice, PlanPrice, updatePlanPrice),
  archive: mutation(archivePriceMeta, PlanPriceId, PlanPrice, archivePlanPrice),
});
