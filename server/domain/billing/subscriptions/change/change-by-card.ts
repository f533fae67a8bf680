import { ApiError } from "../../../../errors/api-error.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderChange, ProviderSubscription } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { keyAfter, type Lost, makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import {
  type Attempt,
  beginOperation,
  endIfRefused,
  failOperation,
  isRefusedForGood,
  withLease,
} from "../sync/provider-operations.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import type { PlanChange } from "./prepare-plan-change.ts";
import { creditsOf, priceChange } from "./price-change.ts";
import { requireUseful } from "./require-useful.ts";
import { areSameDrivers } from "./rules.ts";
import { saveChange } from "./save-change.ts";
import { isOfItems, providerItemsOf, readStored, type Stored, storedPlan } from "./stored-change.ts";
import { tryTellWaitingChange } from "./tell-waiting-change.ts";

interface Order {
  change: PlanChange;
  prorationDate: Date;
  quote: { id: string; total: bigint; amountDue: bigint } | null;
  /** The provider's id of a promotion code, and the code as it was typed. */
  promotion: { id: string; code: string } | null;
}

/** The result: done, or "again" when an abandoned change was finished first. */
export type ChangeResult = "done" | "again";

/**
 * Moves a subscription of the card provider to other prices at once. The provider prorates to the second and charges at once; a failed
 * charge changes nothing. With a quote it charges exactly that or refuses (quote_price_changed). Safe after a crash: the next call, or the
 * recovery job, finds what was done and finishes it; it then returns "again". The invoice is saved with it. Throws
 * subscription_change_in_progress, quantity_invalid or quote_price_changed.
 */
export async function changePlanByCard(
  scope: Scope,
  subscription: LoadedSubscription,
  { change, prorationDate, quote, promotion }: Order,
): Promise<ChangeResult> {
  const priced = await priceChange(scope.db, scope, subscription, change, prorationDate);
  const stored: Stored = {
    ...storedPlan(change),
    prorationDate: prorationDate.toISOString(),
    promotionCodeId: promotion?.id ?? null,
    promotionCode: promotion?.code ?? null,
    nextAt: priced.period.end.toISOString(),
    isAnew: priced.isNotOwed,
    items: priced.items,
    unused: creditsOf(priced).map(({ amount, start, end, description }) => ({
      description,
      amount: `${amount}`,
      start: start.toISOString(),
      end: end.toISOString(),
    })),
    reduced: priced.reduced.map(({ lineId, amount, kept, start, end }) => ({
      lineId,
      amount: `${amount}`,
      kept: `${kept}`,
      start: start.toISOString(),
      end: end.toISOString(),
    })),
    quote: quote && { id: quote.id, total: `${quote.total}`, amountDue: `${quote.amountDue}` },
  };
  const begun = await beginOperation(scope, {
    kind: "CHANGE_PLAN",
    customerId: subscription.customerId,
    productId: subscription.productId,
    subscriptionId: subscription.id,
    input: stored,
  });
  if (begun.state === "running") throw new ApiError("subscription_change_in_progress");
  if (begun.state === "abandoned") {
    await recoverChange(scope, begun.operation);
    return "again";
  }
  await carryOut(scope, begun.operation, stored, "FIRST");
  return "done";
}

async function carryOut(
  scope: Scope,
  operation: ProviderOperation,
  stored: Stored,
  attempt: Attempt,
): Promise<void> {
  try {
    const subscription = await getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId);
    const provider = await cardProviderOf(scope);
    await withLease(scope, operation, async () => {
      const remote = await endIfRefused(attempt, () =>
        unlessEnded(scope, subscription.id, async () => {
          if (attempt === "FIRST") await refuseMade(scope, subscription, stored);
          return askProvider(scope, { operation, stored, provider, subscription });
        }),
      );
      await saveChange(scope, { operation, stored, remote, version: subscription.syncVersion });
    });
  } catch (error) {
    await failOperation(scope, operation, error);
    if (error instanceof ApiError && error.errorName === "card_authentication_required") {
      // The invoice that its cardholder confirms, and the event and the mail with its page.
      await trySyncInvoices(scope, operation.subscriptionId);
      await tryTellWaitingChange(scope, operation.subscriptionId);
    }
    throw error;
  }
  await trySyncInvoices(scope, operation.subscriptionId);
}

/**
 * Refuses a quote whose change another call has made, by another quote, between this call's reading and its turn: it would charge nothing
 * more, which is not what the quote says. Throws quote_invalid or quote_price_changed.
 */
async function refuseMade(
  { db, tenantId }: Scope,
  subscription: LoadedSubscription,
  { quote, planPriceId, drivers }: Stored,
): Promise<void> {
  if (!quote || subscription.planPriceId !== planPriceId || !areSameDrivers(subscription.drivers, drivers))
    return;
  const { usedAt } = await db.quote.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: quote.id } } });
  throw new ApiError(usedAt === null ? "quote_price_changed" : "quote_invalid");
}

interface Ask {
  operation: ProviderOperation;
  stored: Stored;
  provider: CardProvider;
  subscription: LoadedSubscription;
}

function askProvider(scope: Scope, ask: Ask): Promise<ProviderSubscription> {
  return makeMissingAnew(scope, (lost) => askOnce(scope, ask, lost));
}

async function askOnce(scope: Scope, ask: Ask, lost: Lost): Promise<ProviderSubscription> {
  const { operation, stored, provider, subscription } = ask;
  const id = subscription.providerSubscriptionId;
  if (id === null)
    throw new ApiError("subscription_status_conflict", { details: { status: subscription.status } });
  // The invoice of the change takes what waits along, as the quote says.
  await sendWaiting(scope, subscription.id);
  const items = await providerItemsOf(scope, provider, stored, subscription.taxBehavior);
  const prorationDate = new Date(stored.prorationDate);
  const { isAnew, promotionCodeId, promotionCode: code, nextAt } = stored;
  const unused = stored.unused.map(({ description, amount, start, end }) => ({
    description,
    amount: BigInt(amount),
    start: new Date(start),
    end: new Date(end),
  }));
  const reduced = stored.reduced.map(({ lineId, amount, kept, start, end }) => ({
    lineId,
    amount: BigInt(amount),
    kept: BigInt(kept),
    start: new Date(start),
    end: new Date(end),
  }));
  const wanted = { id, items, prorationDate, isAnew, promotionCodeId, unused, reduced };
  const remote = await provider.readSubscription(id);
  // After a crash between the provider's commit and ours the provider already has the change, and charges nothing more.
  const isUnderWay = (remote !== null && isOfItems(remote, items)) || (await isWaiting(provider, wanted));
  if (!isUnderWay && remote?.status === "PAUSED")
    throw new ApiError("subscription_status_conflict", { details: { status: remote.status } });
  if (code !== null && nextAt !== null && !isUnderWay) {
    const period = { ...wanted, at: prorationDate, startsAt: new Date(nextAt), isAtOnce: true };
    await requireUseful(provider, { wanted, period, code });
  }
  if (stored.quote && !isUnderWay) {
    const { total, amountDue } = await provider.previewChange(wanted);
    if (`${total}` !== stored.quote.total || `${amountDue}` !== stored.quote.amountDue)
      throw new ApiError("quote_price_changed");
  }
  const idempotencyKey = keyAfter(operation.id, lost);
  return provider.changeSubscription({ idempotencyKey, ...wanted });
}

/**
 * Whether exactly this change already waits for its cardholder, at the price of its quote. Another waiting change is dropped
 * first, because it may have reserved credit of the customer that counts towards the price of this one.
 */
async function isWaiting(
  provider: CardProvider,
  change: Omit<ProviderChange, "idempotencyKey">,
): Promise<boolean> {
  return (await provider.dropUnpaidChange(change)) === "waiting";
}

/** Finishes a change that a crash interrupted; the provider's idempotency key makes it one change. */
export async function recoverChange(scope: Scope, operation: ProviderOperation): Promise<void> {
  try {
    await carryOut(scope, operation, await readStored(scope, operation), "REPEATED");
  } catch (error) {
    if (!isRefusedForGood(operation, error)) throw error;
  }
}
