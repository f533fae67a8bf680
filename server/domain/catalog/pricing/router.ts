import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { getPricing } from "./get-pricing.ts";
import * as pricing from "./schema.ts";

/** The public price list. */
export const pricingRouter = router({
  get: query(pricing.getPricingMeta, pricing.GetPricing, pricing.Pricing, getPricing),
});
