import { afterDue, BY_ID, doDueWork } from "../../../platform/due-work.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Services, Tx } from "../../../platform/scope.ts";
import { type Phase, phasesOf } from "./phases.ts";
import { type PastPhase, phasesFromEvents } from "./phases-from-events.ts";

/** How much one run does: nothing waits for it, and the job's other work must not. */
const ONE_RUN = { items: 2000, seconds: 60 };

/** Rebuilds the terms of subscriptions from before terms were kept, a part of them in each run, until all are rebuilt. */
export async function rebuildDueTerms(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "rebuild-terms",
    limit: ONE_RUN,
    find: (after, take) =>
      services.db.subscription.findMany({
        where: { hasRebuiltTerms: false, AND: afterDue(after) },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
        take,
      }),
    work: (scope, { id }) => rebuildTerms(scope, id),
  });
}

/**
 * Puts the phases that a subscription's events tell of before the first of its terms, once: repeated, and by two processes at once,
 * it changes nothing more. Where events do not reach, the terms begin later than the subscription.
 */
export async function rebuildTerms(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  await db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ done: boolean }[]>`
      select has_rebuilt_terms as done from subscriptions where tenant_id = ${tenantId} and id = ${subscriptionId} for update`;
    if (!row || row.done) return;
    const [first] = await phasesOf(tx, scope, subscriptionId);
    if (first) await putBefore(tx, scope, first);
    // Held units were billed as they were until now: rebuilt periods are not billed again.
    await tx.$executeRaw`
      update subscriptions set has_rebuilt_terms = true, held_billed_until = coalesce(held_billed_until, ${first?.from ?? null}::timestamptz)
      where tenant_id = ${tenantId} and id = ${subscriptionId}`;
  });
}

async function putBefore(tx: Tx, scope: Scope, first: Phase): Promise<void> {
  const { tenantId } = scope;
  const { subscriptionId, customerId } = first;
  const events = await tx.event.findMany({
    where: { tenantId, objectId: subscriptionId, createdAt: { lt: first.from } },
    orderBy: { sequence: "asc" },
    select: { createdAt: true, data: true },
  });
  const past = await stillSold(tx, scope, phasesFromEvents(events, first.from));
  const ids = await featureIds(tx, scope, past);
  const rows = past.map(({ from: fromAt, to: toAt, drivers, ...phase }) => ({
    tenantId,
    id: newId("subscriptionTerms"),
    subscriptionId,
    customerId,
    fromAt,
    toAt,
    ...phase,
    drivers: drivers.flatMap(({ featureKey, steps, stepAmount }) => {
      const feature_id = ids.get(featureKey);
      return feature_id ? [{ feature_id, steps, step_amount: stepAmount?.toString() ?? null }] : [];
    }),
  }));
  const last = rows.at(-1);
  if (last && isSame(last, first)) {
    rows.pop();
    await tx.subscriptionTerms.update({
      where: { tenantId_id: { tenantId, id: first.id } },
      data: { fromAt: last.fromAt },
    });
  }
  await tx.subscriptionTerms.createMany({ data: rows });
}

/** Those from the last on whose price and pack exist: a phase needs both. */
async function stillSold(tx: Tx, { tenantId }: Scope, past: PastPhase[]): Promise<PastPhase[]> {
  const of = (ids: (string | null)[]) => ({ tenantId, id: { in: ids.flatMap((id) => id ?? []) } });
  const select = { id: true };
  const prices = await tx.planPrice.findMany({
    where: of(past.map(({ planPriceId }) => planPriceId)),
    select,
  });
  const packs = await tx.pack.findMany({ where: of(past.map(({ packId }) => packId)), select });
  const known = new Set([...prices, ...packs].map(({ id }) => id));
  const unknown = past.findLastIndex(
    ({ planPriceId, packId }) => !known.has(planPriceId) || (packId !== null && !known.has(packId)),
  );
  return past.slice(unknown + 1);
}

async function featureIds(tx: Tx, { tenantId }: Scope, past: PastPhase[]): Promise<Map<string, string>> {
  const keys = past.flatMap(({ drivers }) => drivers.map(({ featureKey }) => featureKey));
  if (keys.length === 0) return new Map();
  const features = await tx.feature.findMany({ where: { tenantId, key: { in: keys } } });
  return new Map(features.map(({ key, id }) => [key, id]));
}

interface Sold extends Pick<Phase, "planPriceId" | "packId" | "provider" | "collecting"> {
  drivers: { feature_id: string; steps: number }[];
}

function isSame(row: Sold, { drivers, ...phase }: Phase): boolean {
  const text = (sold: Sold) =>
    JSON.stringify([
      ...[sold.planPriceId, sold.packId, sold.provider, sold.collecting],
      ...sold.drivers.map(({ feature_id, steps }) => `${feature_id} ${steps}`).sort(),
    ]);
  return (
    text(row) ===
    text({ ...phase, drivers: drivers.map(({ featureId, steps }) => ({ feature_id: featureId, steps })) })
  );
}
