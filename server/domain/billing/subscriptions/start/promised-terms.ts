import type { CustomerGrant } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import {
  getActivePack,
  getPackWithEntitlements,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import { releaseTrial } from "./trials.ts";

/** Terms promised to a customer for a future subscription. null = the terms of the price or its plan. */
export interface PromisedTerms {
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

/** Promises terms to a customer, once per source (an invitation code, for example). */
export async function promiseTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  grant: PromisedTerms & { customerId: string; sourceId: string },
): Promise<void> {
  const row = { tenantId, id: newId("customerGrant"), ...grant, createdAt: clock.now() };
  await tx.customerGrant.createMany({ data: [row], skipDuplicates: true });
}

/** A customer's unused promises that fit a price, oldest first, with those that another sale has claimed. */
export async function findFittingPromises(
  { tenantId, db }: Scope,
  customerId: string,
  price: PlanPriceWithPlan,
): Promise<CustomerGrant[]> {
  const grants = await db.customerGrant.findMany({
    where: { tenantId, customerId, usedAt: null, OR: [{ planPriceId: null }, { planPriceId: price.id }] },
    include: { pack: { select: { planId: true } } },
    orderBy: { id: "asc" },
  });
  return grants.filter(({ pack }) => pack === null || pack.planId === price.planId);
}

/** The terms of a sale: the promise's where there is one, else the price's own with the plan's published pack. */
export async function termsWith(
  scope: Scope,
  price: PlanPriceWithPlan,
  grant: CustomerGrant | undefined,
): Promise<StartTerms> {
  return {
    grantId: grant?.id ?? null,
    trialDays: grant?.trialDays ?? price.trialDays,
    pack: grant?.packId
      ? await getPackWithEntitlements(scope.db, scope, grant.packId)
      : await getActivePack(scope.db, scope, price.planId),
  };
}

/** The terms that a sale would get now: the oldest promise that fits and that no other sale has claimed, else the price's own. */
export async function findFreeTerms(
  scope: Scope,
  customerId: string,
  price: PlanPriceWithPlan,
): Promise<StartTerms> {
  const grants = await findFittingPromises(scope, customerId, price);
  return termsWith(
    scope,
    price,
    grants.find(({ subscriptionId }) => subscriptionId === null),
  );
}

/** Thrown by the transaction that begins a sale when another sale has claimed its terms first. */
class TermsTaken extends Error {}

/** Runs a sale, and runs it again with other terms when another sale has claimed its terms first. */
export async function retryIfTaken<T>(sale: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await sale();
    } catch (error) {
      if (!(error instanceof TermsTaken)) throw error;
    }
  }
}

/** Promises that a sale may claim or use up: unused, and not claimed by another one. */
const freeFor = (subscriptionId: string) => ({
  usedAt: null,
  OR: [{ subscriptionId: null }, { subscriptionId }],
});

/**
 * Claims promised terms for the subscription that a sale is to become, in the transaction that begins the sale: of several sales at
 * once one gets them. The others run again (retryIfTaken).
 */
export async function claimTerms(
  tx: Tx,
  { tenantId }: Scope,
  grantId: string | null,
  subscriptionId: string,
): Promise<void> {
  if (grantId === null) return;
  const where = { tenantId, id: grantId, ...freeFor(subscriptionId) };
  const { count } = await tx.customerGrant.updateMany({ where, data: { subscriptionId } });
  if (count === 0) throw new TermsTaken();
}

/** Gives back what a sale had claimed and that did not become a subscription: promised terms and the trial. */
export async function releaseTerms(tx: Tx, scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId } = scope;
  await releaseTrial(tx, scope, subscriptionId);
  await tx.customerGrant.updateMany({
    where: { tenantId, subscriptionId, usedAt: null },
    data: { subscriptionId: null },
  });
}

/** Marks promised terms as used by a subscription. */
export async function consumeTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  grantId: string | null,
  subscriptionId: string,
): Promise<void> {
  if (grantId === null) return;
  await tx.customerGrant.updateMany({
    where: { tenantId, id: grantId, ...freeFor(subscriptionId) },
    data: { usedAt: clock.now(), subscriptionId },
  });
}

/** A customer's unused promises that name a price and that no sale has claimed, oldest first. */
export function findUnusedPromises(
  { tenantId, db }: Scope,
  customerId: string,
): Promise<(CustomerGrant & { planPriceId: string })[]> {
  const where = { tenantId, customerId, usedAt: null, subscriptionId: null, planPriceId: { not: null } };
  // Prisma's types do not reflect the filter that excludes nulls.
  return db.customerGrant.findMany({ where, orderBy: { id: "asc" } }) as Promise<
    (CustomerGrant & { planPriceId: string })[]
  >;
}
