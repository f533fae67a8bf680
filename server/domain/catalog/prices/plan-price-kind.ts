import type { z } from "zod";
import type { PlanPrice, Prisma } from "../../../platform/database/client/client.ts";
import type { CatalogKind } from "../change-catalog.ts";
import { readPlanPrice } from "../load-plan-price.ts";
import type * as schema from "../schema.ts";
import { viewPlanPrice } from "../views.ts";

type Data = Pick<Prisma.PlanPriceUncheckedUpdateInput, "labelName" | "trialDays" | "trialNeedsCard">;

export const PLAN_PRICE: CatalogKind<PlanPrice, Data, z.output<typeof schema.PlanPrice>> = {
  name: "plan_price",
  async lock(tx, scope, id) {
    await tx.$queryRaw`select 1 from plan_prices where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
    return readPlanPrice(tx, scope, id);
  },
  save: (tx, key, data) => tx.planPrice.update({ where: { tenantId_id: key }, data }),
  view: viewPlanPrice,
};
