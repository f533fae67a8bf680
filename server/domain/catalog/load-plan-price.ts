import { ApiError } from "../../errors/api-error.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
import type { PackWithEntitlements, Scope, Tx } from "../../platform/scope.ts";

const PLAN_PARTS = { plan: { include: { product: true } } } as const satisfies Prisma.PlanPriceInclude;
const PACK_PARTS = {
  entitlements: { include: { feature: true, prices: true } },
} as const satisfies Prisma.PackInclude;

/** A price with its plan and product. */
export type PlanPriceWithPlan = Prisma.PlanPriceGetPayload<{ include: typeof PLAN_PARTS }>;

export type { PackWithEntitlements };

/** The tenant's plan price of that id, archived or not. Throws plan_price_not_found. */
export function getPlanPriceOrThrow(scope: Scope, id: string): Promise<PlanPriceWithPlan> {
  return readPlanPrice(scope.db, scope, id);
}

/** The same inside a transaction. Throws plan_price_not_found. */
export async function readPlanPrice(tx: Tx, { tenantId }: Scope, id: string): Promise<PlanPriceWithPlan> {
  const price = await tx.planPrice.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: PLAN_PARTS,
  });
  if (!price) throw new ApiError("plan_price_not_found");
  return price;
}

/** A product's prices in a currency, on sale or not, in the order of the price list. */
export async function getPricesOfProduct(
  tx: Tx,
  { tenantId }: Scope,
  { productId, currency }: { productId: string; currency: string },
): Promise<PlanPriceWithPlan[]> {
  return tx.planPrice.findMany({
    where: { tenantId, plan: { productId }, currency },
    include: PLAN_PARTS,
    orderBy: [{ plan: { position: "asc" } }, { planId: "asc" }, { amount: "asc" }, { id: "asc" }],
  });
}

/** The published packs of plans, by the plan's id; of one without there is none. */
export async function getActivePacks(
  tx: Tx,
  { tenantId }: Scope,
  planIds: string[],
): Promise<Map<string, PackWithEntitlements>> {
  const packs = await tx.pack.findMany({
    where: { tenantId, planId: { in: [...new Set(planIds)] }, status: "ACTIVE" },
    include: PACK_PARTS,
  });
  return new Map(packs.map((pack) => [pack.planId, pack]));
}

/** The plan's published pack; null when none was published. */
export async function getActivePack(
  tx: Tx,
  { tenantId }: Scope,
  planId: string,
): Promise<PackWithEntitlements | null> {
  return tx.pack.findFirst({ where: { tenantId, planId, status: "ACTIVE" }, include: PACK_PARTS });
}

/** A pack by its id as it is now, whatever its status, for what depends on its status or may be a draft; null when there is none. */
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

/**
 * The entitlements of a pack; null when there is no such pack. A published pack never changes and is cached; renaming one of its
 * features notifies every process. Its status is the one it had when it was read.
 */
export async function getPackCached(tx: Tx, scope: Scope, id: string): Promise<PackWithEntitlements | null> {
  return (await getPacksCached(tx, scope, [id])).get(id) ?? null;
}

/** As getPackCached for several packs, by id; one query reads those that are not cached. */
export async function getPacksCached(
  tx: Tx,
  scope: Scope,
  ids: string[],
): Promise<Map<string, PackWithEntitlements>> {
  const { tenantId, packs } = scope;
  const drafts: PackWithEntitlements[] = [];
  const published = await packs.getMany(
    [...new Set(ids)].map((id) => `${tenantId} ${id}`),
    async (missing) => {
      const where = { tenantId, id: { in: missing.map((key) => key.slice(tenantId.length + 1)) } };
      const values = await tx.pack.findMany({ where, include: PACK_PARTS });
      drafts.push(...values.filter(({ status }) => status === "DRAFT"));
      return values
        .filter(({ status }) => status !== "DRAFT")
        .map((value) => ({ key: `${tenantId} ${value.id}`, tenantId, value }));
    },
  );
  return new Map([...published.values(), ...drafts].map((pack) => [pack.id, pack]));
}
