import type { Charge, ChargePlacement } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { REMOVED } from "./hold-removed.ts";
import { endPlacement } from "./release-charges.ts";
import { lockWaiting } from "./waiting-charges.ts";

/** A subscription at the card provider. */
export interface SoldAtProvider {
  id: string;
  providerCustomerId: string;
  providerSubscriptionId: string;
}

type Sent = ChargePlacement & { charge: Charge };

/**
 * Sends the charges of a subscription that wait to the card provider, as items of its next invoice; each once, under retries and
 * concurrency, also after a crash between the provider's commit and ours: the placement is written first, and its key finds the
 * item. They are billed when an invoice that was finalized has them. K7xxx. Returns how many were sent.
 */
export async function sendCharges(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
): Promise<number> {
  const sending = await scope.db.$transaction(async (tx) => {
    await claimWaiting(tx, scope, subscription.id);
    return findUnfinished(tx, scope, subscription.id);
  });
  for (const placement of sending) await sendOne(scope, provider, subscription, placement);
  return sending.length;
}

/**
 * Finishes what a worker left that died between its mark and the card provider's answer: the item that it made is found, or made.
 * Nothing that waits is sent. K7xxx.
 */
export async function finishSending(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
): Promise<void> {
  for (const placement of await findUnfinished(scope.db, scope, subscription.id))
    await sendOne(scope, provider, subscription, placement);
}

/** Marks what waits as sent. */
async function claimWaiting(tx: Tx, scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, actor, clock } = scope;
  const now = clock.now();
  const waiting = await lockWaiting(tx, scope, subscriptionId);
  const sentBefore = await tx.chargePlacement.findMany({
    where: { tenantId, chargeId: { in: waiting.map(({ id }) => id) }, providerKey: { not: null } },
    select: { chargeId: true },
  });
  const isRepeated = new Set(sentBefore.map(({ chargeId }) => chargeId));
  await tx.chargePlacement.createMany({
    data: waiting.map((charge) => {
      const id = newId("chargePlacement");
      // The provider answers a key that it has seen with the item of then, which may be gone.
      // A counter's own id is what older versions used. Several charges may come from one invoice.
      const first = charge.cause === "COUNTER" ? (charge.sourceId ?? charge.id) : charge.id;
      const providerKey = isRepeated.has(charge.id) ? id : first;
      return {
        ...{ tenantId, id, chargeId: charge.id, kind: "INVOICE" as const, providerKey },
        ...{ actorType: actor.type, actorId: actor.id, createdAt: now },
      };
    }),
  });
}

/** What is marked as sent and has no item at the provider yet, as far as we know. */
function findUnfinished(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Sent[]> {
  return tx.chargePlacement.findMany({
    where: {
      ...{ tenantId, kind: "INVOICE", endedAt: null, invoiceId: null, providerItemId: null },
      ...{ providerKey: { not: null }, charge: { subscriptionId } },
    },
    include: { charge: true },
    orderBy: { id: "asc" },
  });
}

async function sendOne(
  scope: Scope,
  provider: CardProvider,
  { providerCustomerId: customerId, providerSubscriptionId: subscriptionId }: SoldAtProvider,
  { id, providerKey, charge }: Sent,
): Promise<void> {
  const { amount, currency, description, periodStart, periodEnd } = charge;
  const item = await provider.ensureInvoiceItem({
    ...{ key: providerKey ?? id, customerId, subscriptionId },
    ...{ amount, currency, description, periodStart, periodEnd },
  });
  const { tenantId, db } = scope;
  await db.chargePlacement.updateMany({
    where: { tenantId, id, providerItemId: null },
    data: { providerItemId: item.id },
  });
  const { endedAt } = await db.chargePlacement.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  // It was taken back while this worker waited for the provider, which may have made the item once more: the charge waits already.
  if (endedAt !== null) await provider.removeInvoiceItem(item.id);
}

/**
 * Takes the charges of a subscription that were sent and are on no finalized invoice back from the card provider; they wait again.
 * One that was finalized meanwhile stays. What a worker left half sent is finished first, so that nothing stays between. K7xxx.
 */
export async function takeBackCharges(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
  endCode: string,
): Promise<void> {
  const { tenantId, db } = scope;
  await finishSending(scope, provider, subscription);
  const sent = await db.chargePlacement.findMany({
    where: {
      ...{
        tenantId,
        kind: "INVOICE",
        endedAt: null,
        invoiceId: null,
        charge: { subscriptionId: subscription.id },
      },
      providerItemId: { not: null },
    },
    orderBy: { id: "asc" },
  });
  for (const { id, chargeId, providerItemId } of sent) {
    if (!(await provider.removeInvoiceItem(providerItemId ?? ""))) continue;
    await db.$transaction(async (tx) => {
      const count = await endPlacement(tx, scope, { id, invoiceId: null }, endCode);
      // Another worker took our removal for a person's.
      if (count === 0) await endPlacement(tx, scope, { chargeId, kind: "HELD", code: REMOVED }, endCode);
    });
  }
}
