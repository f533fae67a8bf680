import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { previewPlan } from "../../billing/plan-preview/preview-plan.ts";
import { PlanPreview, PreviewPlan, previewPlanMeta } from "../../billing/plan-preview/preview-plan-schema.ts";
import { Plan } from "../schema.ts";
import { archivePlan } from "./archive-plan.ts";
import { archivePlanMeta } from "./archive-plan-schema.ts";
import { createPlan } from "./create-plan.ts";
import { CreatePlan, createPlanMeta } from "./create-plan-schema.ts";
import { getPlan } from "./get-plan.ts";
import { getPlanMeta } from "./get-plan-schema.ts";
import { listPlans } from "./list-plans.ts";
import { ListPlans, listPlansMeta, PlanPage } from "./list-plans-schema.ts";
import { orderPlans } from "./order-plans.ts";
import { OrderedPlans, OrderPlans, orderPlansMeta } from "./order-plans-schema.ts";
import { PlanId } from "./schema.ts";
import { updatePlan } from "./update-plan.ts";
import { UpdatePlan, updatePlanMeta } from "./update-plan-schema.ts";

/** Plans: the tiers of a product. */
export const plansRouter = router({
  create: mutation(createPlanMeta, CreatePlan, Plan, createPlan),
  list: query(listPlansMeta, ListPlans, PlanPage, listPlans),
  get: query(getPlanMeta, PlanId, Plan, getPlan),
  update: mutation(updatePlanMeta, UpdatePlan, Plan, updatePlan),
  order: mutation(orderPlansMeta, OrderPlans, OrderedPlans, orderPlans),
  preview: mutation(previewPlanMeta, PreviewPlan, PlanPreview, previewPlan),
  archive: mutation(archivePlanMeta, PlanId, Plan, archivePlan),
});
