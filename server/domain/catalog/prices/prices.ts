import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { getActivePack, getPlanPriceOrThrow } from "../get-plan-price.ts";
import { requirePriced } from "../packs/packs.ts";
import { defaultLabel, isCurrency } from "../packs/rules.ts";
import { getPlanOrThrow, lockOpenPlan } from "../plans/plans.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewPlanPrice } from "../views.ts";

type View = z.output<typeof schema.PlanPrice>;

/** K5002, K5008 an archived plan, K5011 no currency, K5006 the plan has such a price on sale already. */
export async function createPlanPrice(
  scope: Scope,
  input: z.output<typeof schema.CreatePlanPrice>,
): Promise<View> {
  const now = scope.clock.now();
  const { currency, interval } = input;
  if (!isCurrency(currency)) throw new ApiError("K5011", { details: { currency } });
  const label = defaultLabel(interval);
  const labelSlug = input.price_label_slug ?? label.slug;
  const view = await refuseDuplicate(
    "price",
    `${labelSlug} in ${currency} per ${interval.toLowerCase()}`,
    () =>
      scope.db.$transaction(async (tx) => {
        const plan = await lockOpenPlan(tx, scope, input.plan_id);
        const pack = await getActivePack(scope, plan.id);
        if (pack) requirePriced(pack, currency);
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

/** Label and trial; what was sold at never changes. K5003. */
export async function updatePlanPrice(
  scope: Scope,
  input: z.output<typeof schema.UpdatePlanPrice>,
): Promise<View> {
  const before = await getPlanPriceOrThrow(scope, input.plan_price_id);
  return change(scope, "plan_price.updated", before, {
    labelName: input.price_label_name,
    trialDays: input.trial_days,
    trialNeedsCard: input.trial_needs_card,
  });
}

/** Takes it off sale; subscriptions go on. K5003. Again is harmless. */
export async function archivePlanPrice(
  scope: Scope,
  input: z.output<typeof schema.PlanPriceId>,
): Promise<View> {
  const before = await getPlanPriceOrThrow(scope, input.plan_price_id);
  if (before.archivedAt) return viewPlanPrice(before);
  return change(scope, "plan_price.archived", before, { archivedAt: scope.clock.now() });
}

type Row = Awaited<ReturnType<typeof getPlanPriceOrThrow>>;
type Data = {
  labelName?: string | undefined;
  trialDays?: number | undefined;
  trialNeedsCard?: boolean | undefined;
  archivedAt?: Date;
};

async function change(scope: Scope, type: EventType, before: Row, data: Data): Promise<View> {
  const view = await scope.db.$transaction(async (tx) => {
    const where = { tenantId_id: { tenantId: scope.tenantId, id: before.id } };
    const after = viewPlanPrice(
      await tx.planPrice.update({ where, data: { ...data, updatedAt: scope.clock.now() } }),
    );
    await recordChange(tx, scope, {
      type,
      objectType: "plan_price",
      objectId: before.id,
      before: viewPlanPrice(before),
      after,
    });
    return after;
  });
  forgetCatalog(scope);
  return view;
}

export async function getPlanPrice(scope: Scope, input: z.output<typeof schema.PlanPriceId>): Promise<View> {
  return viewPlanPrice(await getPlanPriceOrThrow(scope, input.plan_price_id));
}

/** Newest first; of one plan when it is named (K5002). */
export async function listPlanPrices(
  scope: Scope,
  input: z.output<typeof schema.ListPlanPrices>,
): Promise<z.output<typeof schema.PlanPricePage>> {
  const plan = input.plan_id === undefined ? null : await getPlanOrThrow(scope.db, scope, input.plan_id);
  const before = decodeCursor(input.cursor);
  const where = {
    tenantId: scope.tenantId,
    ...(plan && { planId: plan.id }),
    ...(before && { id: { lt: before } }),
  };
  const rows = await scope.db.planPrice.findMany({ where, orderBy: { id: "desc" }, take: input.limit + 1 });
  return toPage(rows, input.limit, viewPlanPrice);
}
