import type { CustomerGrant } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import {
  getActivePack,
  getPackWithEntitlements,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/get-plan-price.ts";

/** Terms that a customer is promised for a subscription yet to start. null = as the price or its plan has it. */
export interface GrantedTerms {
  planPriceId: string | null;
  trialDays: number | null;
  packId: string | null;
}

/** What a subscription to a price starts with. */
export interface StartTerms {
  grantId: string | null;
  trialDays: number;
  /** null: the plan has no published pack. */
  pack: PackWithEntitlements | null;
}

/** Promises terms to a customer, once for one source (an invitation code, say). */
export async function grantTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  promise: GrantedTerms & { customerId: string; sourceId: string },
): Promise<void> {
  const row = { tenantId, id: newId("customerGrant"), ...promise, createdAt: clock.now() };
  await tx.customerGrant.createMany({ data: [row], skipDuplicates: true });
}

/** The terms of a start: those promised first among the ones that fit the price, else the price's own. */
export async function findStartTerms(
  scope: Scope,
  customerId: string,
  price: PlanPriceWithPlan,
): Promise<StartTerms> {
  const { tenantId, db } = scope;
  const promises = await db.customerGrant.findMany({
    where: { tenantId, customerId, usedAt: null, OR: [{ planPriceId: null }, { planPriceId: price.id }] },
    include: { pack: { select: { planId: true } } },
    orderBy: { id: "asc" },
  });
  const promise = promises.find(({ pack }) => pack === null || pack.planId === price.planId);
  return {
    grantId: promise?.id ?? null,
    trialDays: promise?.trialDays ?? price.trialDays,
    pack: promise?.packId
      ? await getPackWithEntitlements(db, scope, promise.packId)
      : await getActivePack(scope, price.planId),
  };
}

/** Marks promised terms as used up by a subscription. */
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

/** Promises that name a price and were not used yet, of a customer; oldest first. */
export function findUnusedGrants(
  { tenantId, db }: Scope,
  customerId: string,
): Promise<(CustomerGrant & { planPriceId: string })[]> {
  const where = { tenantId, customerId, usedAt: null, planPriceId: { not: null } };
  // Prisma's types do not follow the filter that keeps nulls out.
  return db.customerGrant.findMany({ where, orderBy: { id: "asc" } }) as Promise<
    (CustomerGrant & { planPriceId: string })[]
  >;
}
