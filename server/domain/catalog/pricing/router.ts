import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { getPricing } from "./get-pricing.ts";
import { GetPricing, getPricingMeta } from "./get-pricing-schema.ts";
import { Pricing } from "./schema.ts";

/** The public price list. */
export const pricingRouter = router({
  get: query(getPricingMeta, GetPricing, Pricing, getPricing),
});
