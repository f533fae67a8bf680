import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { previewPlan } from "../../billing/plan-preview/preview-plan.ts";
import { PlanPreview, PreviewPlan, previewPlanMeta } from "../../billing/plan-preview/schema.ts";
import * as schema from "../schema.ts";
import { archivePlan } from "./archive-plan.ts";
import { createPlan } from "./create-plan.ts";
import { getPlan } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";
import * as meta from "./meta.ts";
import { orderPlans } from "./order-plans.ts";
import { updatePlan } from "./update-plan.ts";

/** Plans: the tiers of a product. */
export const plansRouter = router({
  create: mutation(meta.createPlanMeta, schema.CreatePlan, schema.Plan, createPlan),
  list: query(meta.listPlansMeta, schema.ListPlans, schema.PlanPage, listPlans),
  get: query(meta.getPlanMeta, schema.PlanId, schema.Plan, getPlan),
  update: mutation(meta.updatePlanMeta, schema.UpdatePlan, schema.Plan, updatePlan),
  order: mutation(meta.orderPlansMeta, schema.OrderPlans, schema.OrderedPlans, orderPlans),
  preview: mutation(previewPlanMeta, PreviewPlan, PlanPreview, previewPlan),
  archive: mutation(meta.archivePlanMeta, schema.PlanId, schema.Plan, archivePlan),
});
