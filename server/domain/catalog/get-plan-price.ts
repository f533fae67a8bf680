import { ApiError } from "../../errors/api-error.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../scope.ts";

const PLAN_PARTS = { plan: { include: { product: true } } } as const satisfies Prisma.PlanPriceInclude;
const PACK_PARTS = {
  entitlements: { include: { feature: true, prices: true } },
} as const satisfies Prisma.PackInclude;

/** A price with the plan and product it sells. */
export type PlanPriceWithPlan = Prisma.PlanPriceGetPayload<{ include: typeof PLAN_PARTS }>;

/** A pack with what it grants. */
export type PackWithEntitlements = Prisma.PackGetPayload<{ include: typeof PACK_PARTS }>;

/** The tenant's plan price of that id, archived or not. K5003 when there is none. */
export async function getPlanPriceOrThrow(scope: Scope, id: string): Promise<PlanPriceWithPlan> {
  const { tenantId, db } = scope;
  const price = await db.planPrice.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: PLAN_PARTS,
  });
  if (!price) throw new ApiError("K5003");
  return price;
}

/** The plan's published pack; null when none was published. */
export async function getActivePack(scope: Scope, planId: string): Promise<PackWithEntitlements | null> {
  const { tenantId, db } = scope;
  return db.pack.findFirst({ where: { tenantId, planId, status: "ACTIVE" }, include: PACK_PARTS });
}

/** A pack by its id, whatever its status; null when there is none. */
export async function getPackWithEntitlements(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<PackWithEntitlements | null> {
  return tx.pack.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: PACK_PARTS,
  });
}
