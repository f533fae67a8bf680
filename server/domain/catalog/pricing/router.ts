import { router, tenantProcedure } from "../../../trpc/init.ts";
import { getPricing } from "./get-pricing.ts";
import * as pricing from "./schema.ts";

/** The public price list. */
export const pricingRouter = router({
  get: tenantProcedure
    .meta(pricing.getPricingMeta)
    .input(pricing.GetPricing)
    .output(pricing.Pricing)
    .query(({ ctx, input }) => getPricing(ctx.scope, input)),
});
