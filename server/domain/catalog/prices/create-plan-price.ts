import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { getActivePack } from "../get-plan-price.ts";
import { requirePriced } from "../packs/require-priced.ts";
import { defaultLabel } from "../packs/rules.ts";
import { lockOpenPlan } from "../plans/lock-plan.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { requireChargeable, requireSold } from "../sellable.ts";
import { viewPlanPrice } from "../views.ts";

/** K5002, K5008 an archived plan, K5009 overage or steps of the pack on sale have no price for it, K5011 no currency, K5018 none that is sold, K5019 no amount of it that is charged, K5006 the plan has such a price on sale already. */
export async function createPlanPrice(
  scope: Scope,
  input: z.output<typeof schema.CreatePlanPrice>,
): Promise<z.output<typeof schema.PlanPrice>> {
  const now = scope.clock.now();
  const { currency, interval } = input;
  requireSold(currency);
  requireChargeable(input.amount, currency);
  const label = defaultLabel(interval);
  const labelSlug = input.price_label_slug ?? label.slug;
  const view = await refuseDuplicate(
    "price",
    `${labelSlug} in ${currency} per ${interval.toLowerCase()}`,
    () =>
      scope.db.$transaction(async (tx) => {
        const plan = await lockOpenPlan(tx, scope, input.plan_id);
        const pack = await getActivePack(scope, plan.id);
        if (pack) requirePriced(pack, { currency, interval });
        const row = await tx.planPrice.create({
          data: {
            tenantId: scope.tenantId,
            id: newId("planPrice"),
            planId: plan.id,
            amount: BigInt(input.amount),
            currency,
            interval,
            labelName: input.price_label_name ?? label.name,
            labelSlug,
            trialDays: input.trial_days,
            trialNeedsCard: input.trial_needs_card,
            createdAt: now,
            updatedAt: now,
          },
        });
        const after = viewPlanPrice(row);
        await recordChange(tx, scope, {
          type: "plan_price.created",
          objectType: "plan_price",
          objectId: row.id,
          after,
        });
        return after;
      }),
    "Archive that price first, then create the new one.",
  );
  forgetCatalog(scope);
  return view;
}
