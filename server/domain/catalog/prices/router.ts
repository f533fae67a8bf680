import { router, tenantProcedure } from "../../../trpc/init.ts";
import { reading, writing } from "../meta.ts";
import * as schema from "../schema.ts";
import { archivePlanPrice } from "./archive-plan-price.ts";
import { createPlanPrice } from "./create-plan-price.ts";
import { getPlanPrice } from "./get-plan-price.ts";
import { listPlanPrices } from "./list-plan-prices.ts";
import { updatePlanPrice } from "./update-plan-price.ts";

/** Prices: what a plan costs in one currency and interval. */
export const pricesRouter = router({
  create: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/prices",
        "Create a plan price",
        "What a plan costs in one currency and interval.",
        {
          status: 201,
          isAtomic: true,
          errors: ["K5002", "K5006", "K5008", "K5009", "K5011"],
        },
      ),
    )
    .input(schema.CreatePlanPrice)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => createPlanPrice(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading("/v1/catalog/prices", "List plan prices", "Newest first, of one plan when it is named.", {
        errors: ["K5002"],
      }),
    )
    .input(schema.ListPlanPrices)
    .output(schema.PlanPricePage)
    .query(({ ctx, input }) => listPlanPrices(ctx.scope, input)),
  get: tenantProcedure
    .meta(
      reading("/v1/catalog/prices/{plan_price_id}", "Get a plan price", "One price.", { errors: ["K5003"] }),
    )
    .input(schema.PlanPriceId)
    .output(schema.PlanPrice)
    .query(({ ctx, input }) => getPlanPrice(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing(
        "PATCH",
        "/v1/catalog/prices/{plan_price_id}",
        "Change a plan price",
        "Its label and trial; amount, currency and interval never change.",
        { errors: ["K5003"] },
      ),
    )
    .input(schema.UpdatePlanPrice)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => updatePlanPrice(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/prices/{plan_price_id}/archive",
        "Archive a plan price",
        "Takes it off sale; subscriptions go on.",
        { errors: ["K5003"] },
      ),
    )
    .input(schema.PlanPriceId)
    .output(schema.PlanPrice)
    .mutation(({ ctx, input }) => archivePlanPrice(ctx.scope, input)),
});
