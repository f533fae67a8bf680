import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { type Backoff, waitAfter } from "../../../platform/backoff.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { eachOrLog } from "../../../platform/each-or-log.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../providers/port.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncCorrections, syncCorrectionsOfPayment } from "../corrections/sync-corrections.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { syncConfirmedChange } from "../subscriptions/change/sync-confirmed-change.ts";
import { syncStarted } from "../subscriptions/start/sync-started.ts";
import { syncSubscriptionNow } from "../subscriptions/sync/sync-now.ts";
import { syncChangedTaxIds } from "../tax-ids/sync-changed.ts";
import { MAX_ERROR_LENGTH } from "./receive-event.ts";
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

/** Tried for three days, as webhooks are: seconds at first, hours of an outage in the end. Seconds. */
const RETRIES: Backoff = { first: 2, factor: 2, longest: 3600, attempts: 82 };

/**
 * Handles a stored callback: it only hints that a subscription changed; the state is read from the provider. Handling it
 * again changes nothing. When it fails, the next attempt is queued; after the last one, and for what cannot be read, it is given up: the
 * hourly comparison corrects what it told of. Throws what it failed with.
 */
export async function processProviderEvent(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const key = { tenantId_id: { tenantId, id } };
  const event = await db.providerEvent.findUniqueOrThrow({ where: key });
  if (event.processedAt || event.givenUpAt) return;
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
    await retryLater(scope, event, error);
    throw error;
  }
  await db.providerEvent.update({
    where: key,
    data: { processedAt: clock.now(), attempts: { increment: 1 }, lastError: null },
  });
}

/** The same for the queue, which must not repeat it by itself: a failure is logged. */
export async function handleStoredEvent(scope: Scope, id: string): Promise<void> {
  await eachOrLog(scope, [id], (one) => processProviderEvent(scope, one), {
    failure: "a callback could not be handled; it is tried again for three days",
    name: (one) => ({ provider_event_id: one }),
  });
}

async function retryLater(
  { tenantId, db, clock, jobs }: Scope,
  { id, attempts }: { id: string; attempts: number },
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const wait = error instanceof z.ZodError ? null : waitAfter(RETRIES, attempts + 1, Math.random());
  await db.providerEvent.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      attempts: { increment: 1 },
      lastError: (error instanceof z.ZodError ? "It cannot be read." : String(error)).slice(
        0,
        MAX_ERROR_LENGTH,
      ),
      ...(wait === null ? { retryAt: null, givenUpAt: now } : { retryAt: addSeconds(now, wait) }),
    },
  });
  if (wait !== null) await jobs.send("provider-event", { tenantId, id }, wait);
}

/** Syncs our row from a provider's subscription; one that we started and have not stored is saved. */
export async function syncFromProvider(scope: Scope, providerSubscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: BY_CARD, providerSubscriptionId } as const;
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
