import type { z } from "zod";
import type { Plan, Prisma } from "../../../platform/database/client/client.ts";
import type { CatalogKind } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { viewPlan } from "../views.ts";
import { getPlanOrThrow } from "./get-plan.ts";
import { lockPlan } from "./lock-plan.ts";

type Data = Pick<
  Prisma.PlanUncheckedUpdateInput,
  | "name"
  | "description"
  | "position"
  | "isPublic"
  | "isHighlighted"
  | "includesPlanId"
  | "contactUrl"
  | "translations"
>;

export const PLAN: CatalogKind<Plan, Data, z.output<typeof schema.Plan>> = {
  name: "plan",
  async lock(tx, scope, id) {
    await lockPlan(tx, scope, id);
    return getPlanOrThrow(tx, scope, id);
  },
  save: (tx, key, data) => tx.plan.update({ where: { tenantId_id: key }, data }),
  view: viewPlan,
};
