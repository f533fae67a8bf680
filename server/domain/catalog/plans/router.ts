import { router, tenantProcedure } from "../../../trpc/init.ts";
import { reading, writing } from "../meta.ts";
import * as schema from "../schema.ts";
import { archivePlan } from "./archive-plan.ts";
import { createPlan } from "./create-plan.ts";
import { getPlan } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";
import { updatePlan } from "./update-plan.ts";

/** Plans: the tiers of a product. */
export const plansRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", "/v1/catalog/plans", "Create a plan", "A tier of a product.", {
        status: 201,
        isAtomic: true,
        errors: ["K5001", "K5006", "K5008"],
      }),
    )
    .input(schema.CreatePlan)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => createPlan(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading("/v1/catalog/plans", "List plans", "Newest first, of one product when it is named.", {
        errors: ["K5001"],
      }),
    )
    .input(schema.ListPlans)
    .output(schema.PlanPage)
    .query(({ ctx, input }) => listPlans(ctx.scope, input)),
  get: tenantProcedure
    .meta(reading("/v1/catalog/plans/{plan_id}", "Get a plan", "One plan.", { errors: ["K5002"] }))
    .input(schema.PlanId)
    .output(schema.Plan)
    .query(({ ctx, input }) => getPlan(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing(
        "PATCH",
        "/v1/catalog/plans/{plan_id}",
        "Change a plan",
        "Its words, order and whether the pricing page shows it.",
        {
          errors: ["K5002"],
        },
      ),
    )
    .input(schema.UpdatePlan)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => updatePlan(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/plans/{plan_id}/archive",
        "Archive a plan",
        "Takes it off sale, once no subscription to it lives.",
        { errors: ["K5002", "K5012", "K5013"] },
      ),
    )
    .input(schema.PlanId)
    .output(schema.Plan)
    .mutation(({ ctx, input }) => archivePlan(ctx.scope, input)),
});
