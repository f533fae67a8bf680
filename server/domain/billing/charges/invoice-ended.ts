import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { findSent, markAsSent, type Sent, type SoldAtProvider, takeBackCharges } from "./send-charges.ts";
import { lockWaiting } from "./waiting-charges.ts";

/** The code of charges that were sent after the end of their subscription. */
const ENDED = "ENDED";

/**
 * Invoices all that is owed for a subscription that has ended, by one invoice of its customer's: what waits, and what was sent before
 * the end and is on no finalized invoice. Each charge once, under retries and concurrency: the next invoice is begun when the one before
 * was read here, and its key is made of its first charge's placement. Where more is given back than owed, all of it waits. K7xxx.
 */
export async function invoiceEnded(
  scope: Scope,
  provider: CardProvider,
  subscription: SoldAtProvider,
): Promise<void> {
  await takeBackCharges(scope, provider, subscription, ENDED);
  const sent = await scope.db.$transaction((tx) => claimForEnd(tx, scope, subscription.id));
  const [first] = sent;
  if (!first) return;
  await provider.invoiceEnded({
    key: `ended:${first.id}`,
    customerId: subscription.providerCustomerId,
    subscriptionId: subscription.providerSubscriptionId,
    currency: first.charge.currency,
    items: sent.map(({ id, providerKey, charge }) => {
      const { amount, currency, description, periodStart, periodEnd } = charge;
      return { key: providerKey ?? id, amount, currency, description, periodStart, periodEnd };
    }),
  });
}

/** The charges of the invoice that a worker has begun, and may have left; else of a new one. */
async function claimForEnd(tx: Tx, scope: Scope, subscriptionId: string): Promise<Sent[]> {
  await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${scope.tenantId} and id = ${subscriptionId} for no key update`;
  const begun = await findSent(tx, scope, subscriptionId, { code: ENDED });
  if (begun.length > 0) return begun;
  await markAsSent(tx, scope, ofOneCurrency(await lockWaiting(tx, scope, subscriptionId)), ENDED);
  return findSent(tx, scope, subscriptionId, { code: ENDED });
}

/** Those of the charges that one invoice takes: of a currency in which something is owed on the whole. */
function ofOneCurrency(waiting: readonly Charge[]): Charge[] {
  for (const currency of new Set(waiting.map((charge) => charge.currency))) {
    const own = waiting.filter((charge) => charge.currency === currency);
    if (own.reduce((sum, { amount }) => sum + amount, 0n) > 0n) return own;
  }
  return [];
}
