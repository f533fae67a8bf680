import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { getActivePack } from "../load-plan-price.ts";
import type { PriceContent } from "../object-content.ts";
import { requirePriced } from "../packs/require-priced.ts";
import { defaultLabel } from "../packs/rules.ts";
import { lockOpenPlan } from "../plans/lock-plan.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type { PlanPrice } from "../schema.ts";
import { requireChargeable, requireSold } from "../sellable.ts";
import { viewPlanPrice } from "../views.ts";
import type { CreatePlanPrice } from "./create-plan-price-schema.ts";

export async function createPlanPrice(
  scope: Scope,
  input: z.output<typeof CreatePlanPrice>,
): Promise<z.output<typeof PlanPrice>> {
  const { currency, interval } = input;
  requirePriceSold(input);
  const label = defaultLabel(interval);
  const content = {
    ...input,
    price_label_name: input.price_label_name ?? label.name,
    price_label_slug: input.price_label_slug ?? label.slug,
  };
  const view = await refuseDuplicate(
    "price",
    `${content.price_label_slug} in ${currency} per ${interval.toLowerCase()}`,
    () =>
      scope.db.$transaction(async (tx) => {
        const plan = await lockOpenPlan(tx, scope, input.plan_id);
        const pack = await getActivePack(tx, scope, plan.id);
        if (pack) requirePriced(pack, { currency, interval });
        return insertPlanPrice(tx, scope, plan.id, content);
      }),
    "Archive that price first, then create the new one.",
  );
  forgetCatalog(scope);
  return view;
}

/** Throws currency_unknown, currency_not_sold or amount_not_chargeable. */
export function requirePriceSold({ amount, currency }: { amount: number; currency: string }): void {
  requireSold(currency);
  requireChargeable(amount, currency);
}

/** Writes a new price of a plan with its event and audit row. */
export async function insertPlanPrice(
  tx: Tx,
  scope: Scope,
  planId: string,
  content: PriceContent,
): Promise<z.output<typeof PlanPrice>> {
  const now = scope.clock.now();
  const row = await tx.planPrice.create({
    data: {
      tenantId: scope.tenantId,
      id: newId("planPrice"),
      planId,
      amount: BigInt(content.amount),
      currency: content.currency,
      interval: content.interval,
      labelName: content.price_label_name,
      labelSlug: content.price_label_slug,
      trialDays: content.trial_days,
      trialNeedsCard: content.trial_needs_card,
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
}
