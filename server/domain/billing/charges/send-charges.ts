import type { Charge, ChargePlacement, Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CardProvider, ProviderRefusal, type TaxBehavior } from "../../../providers/port.ts";
import { REMOVED } from "./hold-removed.ts";
import { giveBalance, placeInBalance } from "./move-balance.ts";
import { endPlacement, holdCharge } from "./release-charges.ts";
import { lockWaiting } from "./waiting-charges.ts";

/** A subscription at the card provider. */
export interface SoldAtProvider {
  id: string;
  providerCustomerId: string;
  providerSubscriptionId: string;
  /** What its prices say of taxes; so do the amounts that are added. */
  taxBehavior: TaxBehavior | null;
}

/** Why a charge is held: the card provider refuses its item, and will again. */
const REFUSED = "REFUSED";

/** Why a placement on an invoice ends: its taxes are computed, and the charge is credit. */
const TAXED = "TAXED";

/** A charge that was sent to the card provider, and by what. */
export type Sent = ChargePlacement & { charge: Charge };

/**
 * Sends the charges of a subscription that wait to the card provider, as items of its next invoice; each once, under retries and
 * concurrency, also after a crash between the provider's commit and ours: the placement is written first, and its key finds the
 * item. They are billed when an invoice that was finalized has them. One that the provider refuses, such as an amount above its
 * largest, is held for a person's decision and stops no other. Credit that no invoice takes, because its taxes are computed, goes to
 * the customer's balance. K7xxx. Returns how many were tried.
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
 * Nothing that waits is sent. Returns the placements that have no item, because the subscription has ended at the provider. K7xxx.
 */
async function finishSending(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
): Promise<string[]> {
  const left: string[] = [];
  for (const placement of await findUnfinished(scope.db, scope, subscription.id))
    if (!(await sendOne(scope, provider, subscription, placement))) left.push(placement.id);
  return left;
}

/** Marks what waits as sent. */
async function claimWaiting(tx: Tx, scope: Scope, subscriptionId: string): Promise<void> {
  await markAsSent(tx, scope, await lockWaiting(tx, scope, subscriptionId), null);
}

/** Marks charges that wait as sent. The code says by what: null is an invoice of the subscription's. */
export async function markAsSent(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  waiting: readonly Charge[],
  code: string | null,
): Promise<void> {
  const now = clock.now();
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
        tenantId,
        id,
        chargeId: charge.id,
        kind: "INVOICE" as const,
        providerKey,
        code,
        actorType: actor.type,
        actorId: actor.id,
        createdAt: now,
      };
    }),
  });
}

/** The charges of a subscription that were sent, and are on no invoice that we have read. */
export function findSent(
  tx: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
  where: Prisma.ChargePlacementWhereInput,
): Promise<Sent[]> {
  return tx.chargePlacement.findMany({
    where: {
      ...where,
      tenantId,
      kind: "INVOICE",
      endedAt: null,
      invoiceId: null,
      charge: { subscriptionId },
    },
    include: { charge: true },
    orderBy: { id: "asc" },
  });
}

/** What is marked as sent and has no item at the provider yet, as far as we know. */
function findUnfinished(tx: Tx, scope: Scope, subscriptionId: string): Promise<Sent[]> {
  return findSent(tx, scope, subscriptionId, {
    code: null,
    providerItemId: null,
    providerKey: { not: null },
  });
}

/** Returns false when the subscription has ended at the provider and takes no items. */
async function sendOne(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
  sent: Sent,
): Promise<boolean> {
  const { id } = sent;
  const item = await ensureItem(provider, subscription, sent).catch(async (error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error;
    scope.log.warn(
      { err: error, charge_id: sent.chargeId },
      "the card provider refuses a charge; it is held",
    );
    await holdRefused(scope, sent);
    return "HELD" as const;
  });
  if (item === "ENDED") return false;
  if (item === "TAXED") await giveAsBalance(scope, provider, subscription, sent);
  if (item === "HELD" || item === "TAXED") return true;
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
  return true;
}

function ensureItem(
  provider: CardProvider,
  { providerCustomerId: customerId, providerSubscriptionId: subscriptionId, taxBehavior }: SoldAtProvider,
  { id, providerKey, charge }: Sent,
): ReturnType<CardProvider["ensureInvoiceItem"]> {
  const { amount, currency, description, periodStart, periodEnd } = charge;
  return provider.ensureInvoiceItem({
    key: providerKey ?? id,
    customerId,
    subscriptionId,
    amount,
    currency,
    description,
    periodStart,
    periodEnd,
    taxBehavior,
  });
}

/** Holds a charge whose item the card provider refused: sent again and again, it would keep the others from being sent. */
async function holdRefused(scope: Scope, { id, chargeId }: Sent): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const count = await endPlacement(tx, scope, { id, invoiceId: null, providerItemId: null }, REFUSED);
    if (count === 1) await holdCharge(tx, scope, chargeId, REFUSED);
  });
}

/**
 * Gives a credit as part of the customer's balance at the card provider, which pays their next invoice there after its taxes: the provider
 * takes no amount off an invoice whose taxes it computes. What takes back something that was taxed there is held for a person: a
 * credit note of that invoice gives its tax back, too. Once, also after a crash: the placement is written first.
 */
async function giveAsBalance(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
  sent: Sent,
): Promise<void> {
  if (await correctsTaxed(scope, sent.charge)) return holdRefused(scope, sent);
  const isMarked = await scope.db.$transaction(async (tx) => {
    const { id, chargeId } = sent;
    const count = await endPlacement(tx, scope, { id, invoiceId: null, providerItemId: null }, TAXED);
    if (count === 1) await placeInBalance(tx, scope, [chargeId], `taxed:${id}`);
    return count === 1;
  });
  if (isMarked) await finishGiving(scope, provider, subscription);
}

/** Whether a charge takes back one that is on an invoice of the card provider's with taxes. */
async function correctsTaxed({ db, tenantId }: Scope, { corrects }: Charge): Promise<boolean> {
  if (corrects === null) return false;
  const invoice = { provider: BY_CARD, NOT: { tax: 0n } } as const;
  return (
    (await db.chargePlacement.count({ where: { tenantId, chargeId: corrects, endedAt: null, invoice } })) > 0
  );
}

/** Adds the credits of a subscription that are part of the balance to it, which a crash left out. K7xxx. */
export async function finishGiving(
  scope: Scope,
  provider: CardProvider,
  { id: subscriptionId, providerCustomerId }: SoldAtProvider,
): Promise<void> {
  const { tenantId, db } = scope;
  const marked = await db.chargePlacement.findMany({
    where: { tenantId, kind: "BALANCE", providerItemId: null, charge: { subscriptionId } },
    select: { providerKey: true, charge: { select: { currency: true } } },
    orderBy: { id: "asc" },
  });
  for (const { providerKey: key, charge } of marked)
    if (key !== null) await giveBalance(scope, provider, { key, providerCustomerId, ...charge });
}

/**
 * Takes the charges of a subscription that were sent and are on no finalized invoice back from the card provider; they wait again.
 * One that was finalized meanwhile stays. What a worker left half sent is finished first, so that nothing stays between; where the
 * subscription has ended at the provider, there is nothing to take back of it. What was sent after the end is left alone. K7xxx.
 */
export async function takeBackCharges(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
  endCode: string,
): Promise<void> {
  const { db } = scope;
  for (const id of await finishSending(scope, provider, subscription))
    await endPlacement(db, scope, { id, invoiceId: null, providerItemId: null }, endCode);
  const sent = await findSent(db, scope, subscription.id, { code: null, providerItemId: { not: null } });
  for (const { id, chargeId, providerItemId } of sent) {
    if (!(await provider.removeInvoiceItem(providerItemId ?? ""))) continue;
    await db.$transaction(async (tx) => {
      const count = await endPlacement(tx, scope, { id, invoiceId: null }, endCode);
      // Another worker took our removal for a person's.
      if (count === 0) await endPlacement(tx, scope, { chargeId, kind: "HELD", code: REMOVED }, endCode);
    });
  }
}
