import type { Scope, Tx } from "../../../platform/scope.ts";
import { findFreePlans, findPacksGranting } from "../../catalog/find-free-plans.ts";
import type { CustomerTerms, Source } from "../terms/find-terms.ts";
import { type Phase, toPhase } from "../terms/phases.ts";
import { soldUnder } from "../terms/sold-under.ts";
import type { PeriodUnderTerms } from "./ended-periods.ts";

interface Wanted {
  customerId: string;
  featureId: string;
  period: PeriodUnderTerms;
}

/**
 * What granted a customer's feature at the end of a period, from the history of terms: the subscriptions that were in force and not
 * paused, the oldest first, then the free plans of products without one. Whether a payment was late is not asked: the units were
 * held all the same.
 */
export async function sourcesAt(
  tx: Tx,
  scope: Scope,
  { customerId, featureId, period }: Wanted,
): Promise<CustomerTerms> {
  const { tenantId, clock } = scope;
  const moment = clock.now();
  const rows = await tx.subscriptionTerms.findMany({
    where: {
      tenantId,
      customerId,
      fromAt: { lte: moment },
      OR: [{ toAt: null }, { toAt: { gt: moment } }],
    },
    include: { subscription: { select: { productId: true } } },
    orderBy: { subscriptionId: "asc" },
  });
  const inForce = rows.map(({ subscription, ...row }) => ({ phase: toPhase(row), ...subscription }));
  const granting = await findPacksGranting(
    tx,
    scope,
    inForce.flatMap(({ phase }) => phase.packId ?? []),
    featureId,
  );
  const sold = inForce.filter(
    ({ phase: { packId, collecting } }) => collecting !== "PAUSED" && packId !== null && granting.has(packId),
  );
  const free = (await findFreePlans(tx, scope, featureId)).filter(
    (plan) => !inForce.some(({ productId }) => productId === plan.productId),
  );
  const sources = [
    ...sold.map(({ phase, productId }) => underPhase(phase, productId)),
    ...free.map(({ productId, packId }) => ({
      ...underPhase(period.terms, productId),
      id: productId,
      terms: { ...soldUnder(period.terms), packId, currency: null, interval: null, drivers: [] },
    })),
  ];
  // An override may grant it alone, over the subscription whose period it is.
  const [own] = inForce.filter(({ phase }) => phase.subscriptionId === period.terms.subscriptionId);
  const isNone = sources.length === 0;
  return { sources: isNone ? [underPhase(period.terms, own?.productId ?? "")] : sources, hasAccess: true };
}

function underPhase(phase: Phase, productId: string): Source {
  const { interval, anchor, from: since } = phase;
  const terms = soldUnder(phase);
  return {
    id: phase.subscriptionId,
    productId,
    subscription: null,
    terms,
    period: null,
    interval,
    anchor,
    since,
  };
}
