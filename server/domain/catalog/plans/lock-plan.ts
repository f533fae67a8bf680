import { ApiError } from "../../../errors/api-error.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getProductOrThrow } from "../products/get-product.ts";
import { getPlanOrThrow } from "./get-plan.ts";

/**
 * Locks the plan until the transaction ends: changes of the plan, its prices and packs run one after the other. Subscriptions
 * to it are still saved meanwhile; with `locksSubscriptions` they wait, so that a count of them stays true.
 */
export async function lockPlan(
  tx: Tx,
  scope: Scope,
  id: string,
  { locksSubscriptions = false } = {},
): Promise<void> {
  const strength = locksSubscriptions ? Prisma.sql`for update` : Prisma.sql`for no key update`;
  await tx.$queryRaw`select 1 from plans where tenant_id = ${scope.tenantId} and id = ${id} ${strength}`;
}

/** A plan that prices and packs may be added to, locked. Throws plan_not_found or catalog_object_archived. */
export async function lockOpenPlan(tx: Tx, scope: Scope, id: string) {
  await lockPlan(tx, scope, id);
  const plan = await getPlanOrThrow(tx, scope, id);
  const product = await getProductOrThrow(tx, scope, plan.productId);
  if (product.archivedAt) throw new ApiError("catalog_object_archived", { details: { thing: "product" } });
  if (plan.archivedAt) throw new ApiError("catalog_object_archived", { details: { thing: "plan" } });
  return plan;
}
