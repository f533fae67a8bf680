import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../providers/port.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncCorrections, syncCorrectionsOfPayment } from "../corrections/sync-corrections.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { syncConfirmedChange } from "../subscriptions/change/confirmed-change.ts";
import { syncStarted } from "../subscriptions/start/sync-started.ts";
import { syncSubscriptionNow } from "../subscriptions/sync/sync-now.ts";
import { syncChangedTaxIds } from "../tax-ids/sync-changed.ts";
import { recordRenewedCard } from "./record-renewed-card.ts";
import { syncNewSubscription } from "./sync-new-subscription.ts";

/** How long a callback waits for the start that it belongs to, and how often it looks: briefly, because others wait behind it. */
const STARTED_WITHIN_MS = 500;
const LOOK_EVERY_MS = 50;

const Payload = z.object({
  subscription: z.string().nullable(),
  invoice: z.string().nullable().default(null),
  deleted: z.boolean().default(false),
  customer: z.string().nullable().default(null),
  correction: z.boolean().default(false),
  payment: z.string().nullable().default(null),
  card: z.object({ customer: z.string(), id: z.string() }).nullable().default(null),
  tax_ids_of: z.string().nullable().default(null),
});

/**
 * Handles a stored callback: it only hints that a subscription changed; the state is read from the provider. Handling it
 * again changes nothing.
 */
export async function processProviderEvent(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const key = { tenantId_id: { tenantId, id } };
  const event = await db.providerEvent.findUniqueOrThrow({ where: key });
  if (event.processedAt) return;
  try {
    const payload = Payload.parse(event.payload);
    const {
      subscription,
      invoice,
      deleted: isDeleted,
      customer,
      correction,
      payment,
      card,
      tax_ids_of: taxIdsOf,
    } = payload;
    if (subscription !== null) await syncFromProvider(scope, subscription);
    if (invoice !== null) await syncInvoice(scope, invoice, { isDeleted });
    if (invoice !== null && correction) await syncCorrections(scope, invoice);
    if (payment !== null) await syncCorrectionsOfPayment(scope, payment);
    if (customer !== null) await syncBalance(scope, customer);
    if (taxIdsOf !== null) await syncChangedTaxIds(scope, taxIdsOf);
    if (card !== null) await recordRenewedCard(scope, id, card);
  } catch (error) {
    await db.providerEvent.update({
      where: key,
      data: { attempts: { increment: 1 }, lastError: String(error).slice(0, 1000) },
    });
    throw error;
  }
  await db.providerEvent.update({
    where: key,
    data: { processedAt: clock.now(), attempts: { increment: 1 }, lastError: null },
  });
}

/** Syncs our row from a provider's subscription; one that we started and have not stored is saved. */
export async function syncFromProvider(scope: Scope, providerSubscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: "PROVIDER_A", providerSubscriptionId } as const;
  const known = await db.subscription.findUnique({
    where: { tenantId_provider_providerSubscriptionId: reference },
  });
  if (known) {
    await syncConfirmedChange(scope, known.id);
    await syncSubscriptionNow(scope, known.id);
    return;
  }
  const provider = await cardProviderOf(scope);
  const remote = await provider.readSubscription(providerSubscriptionId);
  if (!remote) return;
  if (remote.checkoutId !== null) {
    await syncNewSubscription(scope, remote);
    return;
  }
  await untilStarted(scope, remote);
  await syncStarted(scope, remote);
}

/**
 * Waits until the call that started a subscription has stored it: callbacks can come between the provider's commit and ours, and
 * one that is handled then finds no subscription for its invoice. Throws when it takes longer, so that the callback is tried again.
 */
async function untilStarted(
  { tenantId, db }: Scope,
  { subscriptionId }: ProviderSubscription,
): Promise<void> {
  if (subscriptionId === null) return;
  const where = { tenantId, subscriptionId, kind: "START", status: "PENDING" } as const;
  for (let waited = 0; (await db.providerOperation.count({ where })) > 0; waited += LOOK_EVERY_MS) {
    if (waited >= STARTED_WITHIN_MS)
      throw new Error(`The start of subscription ${subscriptionId} is not stored yet.`);
    await setTimeout(LOOK_EVERY_MS);
  }
}
