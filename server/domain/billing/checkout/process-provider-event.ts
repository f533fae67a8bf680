import { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/connect-card-provider.ts";
import { mirrorInvoice } from "../invoices/mirror-invoice.ts";
import { adoptConfirmedChange } from "../subscriptions/change/change-card-plan.ts";
import { adoptStarted } from "../subscriptions/start/adopt-confirmed.ts";
import { keepUp } from "../subscriptions/sync/keep-up.ts";
import { adoptSubscription } from "./adopt-subscription.ts";

const Payload = z.object({
  subscription: z.string().nullable(),
  invoice: z.string().nullable().default(null),
});

/**
 * Handles a stored callback: it only hints that a subscription changed; what is true is read from the provider. Handling it
 * again changes nothing.
 */
export async function processProviderEvent(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const key = { tenantId_id: { tenantId, id } };
  const event = await db.providerEvent.findUniqueOrThrow({ where: key });
  if (event.processedAt) return;
  try {
    const { subscription, invoice } = Payload.parse(event.payload);
    if (subscription !== null) await followProvider(scope, subscription);
    if (invoice !== null) await mirrorInvoice(scope, invoice);
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

/** Brings whatever we have of a provider's subscription in line with it; one of our making that we lack is adopted. */
export async function followProvider(scope: Scope, providerSubscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: "PROVIDER_A", providerSubscriptionId } as const;
  const known = await db.subscription.findUnique({
    where: { tenantId_provider_providerSubscriptionId: reference },
  });
  if (known) {
    await adoptConfirmedChange(scope, known.id);
    await keepUp(scope, known.id);
    return;
  }
  const provider = await cardProviderOf(scope);
  const remote = await provider.readSubscription(providerSubscriptionId);
  if (!remote) return;
  if (remote.checkoutId === null) await adoptStarted(scope, remote);
  else await adoptSubscription(scope, remote);
}
