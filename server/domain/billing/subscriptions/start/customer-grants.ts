import type { CustomerGrant } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import {
  getActivePack,
  getPackWithEntitlements,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/get-plan-price.ts";

/** Terms granted to a customer for a future subscription. null = the terms of the price or its plan. */
export interface GrantedTerms {
  planPriceId: string | null;
  trialDays: number | null;
  packId: string | null;
}

/** The terms with which a subscription to a price starts. */
export interface StartTerms {
  grantId: string | null;
  trialDays: number;
  /** null: the plan has no published pack. */
  pack: PackWithEntitlements | null;
}

/** Grants terms to a customer, once per source (an invitation code, for example). */
export async function grantTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  grant: GrantedTerms & { customerId: string; sourceId: string },
): Promise<void> {
  const row = { tenantId, id: newId("customerGrant"), ...grant, createdAt: clock.now() };
  await tx.customerGrant.createMany({ data: [row], skipDuplicates: true });
}

/** The terms of a start: the oldest unused grant that fits the price, else the price's own. */
export async function findStartTerms(
  scope: Scope,
  customerId: string,
  price: PlanPriceWithPlan,
): Promise<StartTerms> {
  const { tenantId, db } = scope;
  const grants = await db.customerGrant.findMany({
    where: { tenantId, customerId, usedAt: null, OR: [{ planPriceId: null }, { planPriceId: price.id }] },
    include: { pack: { select: { planId: true } } },
    orderBy: { id: "asc" },
  });
  const grant = grants.find(({ pack }) => pack === null || pack.planId === price.planId);
  return {
    grantId: grant?.id ?? null,
    trialDays: grant?.trialDays ?? price.trialDays,
    pack: grant?.packId
      ? await getPackWithEntitlements(db, scope, grant.packId)
      : await getActivePack(scope, price.planId),
  };
}

/** Marks granted terms as used by a subscription. */
export async function consumeTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  grantId: string | null,
  subscriptionId: string,
): Promise<void> {
  if (grantId === null) return;
  await tx.customerGrant.updateMany({
    where: { tenantId, id: grantId, usedAt: null },
    data: { usedAt: clock.now(), subscriptionId },
  });
}

/** A customer's unused grants that name a price, oldest first. */
export function findUnusedGrants(
  { tenantId, db }: Scope,
  customerId: string,
): Promise<(CustomerGrant & { planPriceId: string })[]> {
  const where = { tenantId, customerId, usedAt: null, planPriceId: { not: null } };
  // Prisma's types do not reflect the filter that excludes nulls.
  return db.customerGrant.findMany({ where, orderBy: { id: "asc" } }) as Promise<
    (CustomerGrant & { planPriceId: string })[]
  >;
}
