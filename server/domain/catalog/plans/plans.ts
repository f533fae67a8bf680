import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { getProductOrThrow, lockProduct } from "../products/products.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewPlan } from "../views.ts";

type View = z.output<typeof schema.Plan>;

/** The tenant's plan of that id. K5002. */
export async function getPlanOrThrow(tx: Tx, scope: Scope, id: string) {
  const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!plan) throw new ApiError("K5002");
  return plan;
}

/**
 * Locks the plan until the transaction ends: whoever changes what it sells goes one after the other. Subscriptions to it
 * are saved meanwhile; with `holdsSubscriptions` they wait, so that a count of them stays true.
 */
export async function lockPlan(
  tx: Tx,
  scope: Scope,
  id: string,
  { holdsSubscriptions = false } = {},
): Promise<void> {
  const strength = holdsSubscriptions ? Prisma.sql`for update` : Prisma.sql`for no key update`;
  await tx.$queryRaw`select 1 from plans where tenant_id = ${scope.tenantId} and id = ${id} ${strength}`;
}

/** A plan that prices and packs may be added to, locked. K5002, K5008 when it or its product is archived. */
export async function lockOpenPlan(tx: Tx, scope: Scope, id: string) {
  await lockPlan(tx, scope, id);
  const plan = await getPlanOrThrow(tx, scope, id);
  const product = await getProductOrThrow(tx, scope, plan.productId);
  if (product.archivedAt) throw new ApiError("K5008", { details: { thing: "product" } });
  if (plan.archivedAt) throw new ApiError("K5008", { details: { thing: "plan" } });
  return plan;
}

/** K5001, K5006 a slug that the product has already, K5008 an archived product. */
export async function createPlan(scope: Scope, input: z.output<typeof schema.CreatePlan>): Promise<View> {
  const now = scope.clock.now();
  const { slug, name, description = null, position, is_public: isPublic } = input;
  return refuseDuplicate("slug", slug, () =>
    scope.db.$transaction(async (tx) => {
      const product = await getProductOrThrow(tx, scope, input.product_id);
      if (product.archivedAt) throw new ApiError("K5008", { details: { thing: "product" } });
      const owner = { tenantId: scope.tenantId, id: newId("plan"), productId: product.id };
      const after = viewPlan(
        await tx.plan.create({
          data: { ...owner, slug, name, description, position, isPublic, createdAt: now, updatedAt: now },
        }),
      );
      await recordChange(tx, scope, { type: "plan.created", objectType: "plan", objectId: after.id, after });
      return after;
    }),
  );
}

/** K5002. */
export async function updatePlan(scope: Scope, input: z.output<typeof schema.UpdatePlan>): Promise<View> {
  const view = await scope.db.$transaction(async (tx) => {
    const before = await getPlanOrThrow(tx, scope, input.plan_id);
    const { name, description, position, is_public: isPublic } = input;
    const row = await tx.plan.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { name, description, position, isPublic, updatedAt: scope.clock.now() },
    });
    const after = viewPlan(row);
    await recordChange(tx, scope, {
      type: "plan.updated",
      objectType: "plan",
      objectId: row.id,
      before: viewPlan(before),
      after,
    });
    return after;
  });
  forgetCatalog(scope);
  return view;
}

/**
 * Takes it off sale. K5002, K5012 while subscriptions to it, or waiting to change to it, live, K5013 while it is what
 * customers without one have. Again is harmless.
 */
export async function archivePlan(scope: Scope, input: z.output<typeof schema.PlanId>): Promise<View> {
  const { tenantId, clock } = scope;
  const view = await scope.db.$transaction(async (tx) => {
    const { id, productId } = await getPlanOrThrow(tx, scope, input.plan_id);
    // The product first, as whoever chooses its free plan does.
    await lockProduct(tx, scope, productId);
    await lockPlan(tx, scope, id, { holdsSubscriptions: true });
    const before = await getPlanOrThrow(tx, scope, id);
    if (before.archivedAt) return viewPlan(before);
    const product = await getProductOrThrow(tx, scope, productId);
    if (product.freePlanId === id) throw new ApiError("K5013", { details: { product_id: productId } });
    const isToIt = { OR: [{ planId: id }, { pendingPlanPrice: { planId: id } }] };
    const live = await tx.subscription.count({
      where: { tenantId, status: { not: "CANCELED" }, ...isToIt },
      take: 1,
    });
    if (live > 0) throw new ApiError("K5012", { details: { thing: "plan" } });
    const now = clock.now();
    const row = await tx.plan.update({
      where: { tenantId_id: { tenantId, id: before.id } },
      data: { archivedAt: now, updatedAt: now },
    });
    const after = viewPlan(row);
    await recordChange(tx, scope, {
      type: "plan.archived",
      objectType: "plan",
      objectId: row.id,
      before: viewPlan(before),
      after,
    });
    return after;
  });
  forgetCatalog(scope);
  return view;
}

export async function getPlan(scope: Scope, input: z.output<typeof schema.PlanId>): Promise<View> {
  return viewPlan(await getPlanOrThrow(scope.db, scope, input.plan_id));
}

/** Newest first; of one product when it is named (K5001). */
export async function listPlans(
  scope: Scope,
  input: z.output<typeof schema.ListPlans>,
): Promise<z.output<typeof schema.PlanPage>> {
  const product =
    input.product_id === undefined ? null : await getProductOrThrow(scope.db, scope, input.product_id);
  const before = decodeCursor(input.cursor);
  const where = {
    tenantId: scope.tenantId,
    ...(product && { productId: product.id }),
    ...(before && { id: { lt: before } }),
  };
  const rows = await scope.db.plan.findMany({ where, orderBy: { id: "desc" }, take: input.limit + 1 });
  return toPage(rows, input.limit, viewPlan);
}
