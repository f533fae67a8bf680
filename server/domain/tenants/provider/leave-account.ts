import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { Prisma, ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../providers/operation-failures.ts";
import type { CardProvider, ProviderSubscription } from "../../../providers/port.ts";
import { openAccount } from "./provider-account.ts";
import { findReferences } from "./provider-references.ts";

/** The rule of a provider_account_not_connectable about a connection. */
export const refusedConnection = (rule: string) =>
  new ApiError("provider_account_not_connectable", { details: { rule } });

/**
 * Refuses to leave an account and mode while something there still needs its key: live subscriptions, a start or change that is being made,
 * test clocks. Throws provider_account_not_connectable.
 */
export async function requireNothingLeft(
  tx: Tx,
  { tenantId }: Scope,
  { present, next }: { present: string; next: string },
): Promise<void> {
  const live = await tx.subscription.count({
    where: { tenantId, provider: BY_CARD, status: { not: "CANCELED" } },
  });
  const pending = await tx.providerOperation.count({ where: { tenantId, status: "PENDING" } });
  const clocks = await tx.testClock.count({ where: { tenantId, providerClockId: { not: null } } });
  const belongs = `the key belongs to ${describe(next)}, and`;
  if (live > 0)
    throw refusedConnection(
      `${belongs} ${live} live ${live === 1 ? "subscription is" : "subscriptions are"} billed in ${describe(present)}. End them, or move them to invoices, or connect a key of ${describe(present)}`,
    );
  if (pending > 0)
    throw refusedConnection(
      `${belongs} a start or change of a subscription is under way in ${describe(present)}. Try again in some minutes`,
    );
  if (clocks > 0)
    throw refusedConnection(
      `${belongs} ${clocks} test ${clocks === 1 ? "clock is" : "clocks are"} in ${describe(present)}. Delete them first`,
    );
}

/** An environment in words: "acct_1Nv0FGQ9RKHgCVdK (test mode)". */
function describe(environment: string): string {
  const [account = "", mode = ""] = environment.split("/");
  return `${account === "" ? "another account" : account} (${mode === "LIVE" ? "live" : "test"} mode)`;
}

/**
 * Closes the hosted pages that are open in an account that the tenant leaves: what would be paid there is not heard of any more. The
 * recovery job then closes them here, as pages that were superseded. A key that was revoked cannot close them; they end by themselves
 * within a day. Throws provider_account_not_connectable or card_provider_unavailable.
 */
export async function closePages(scope: Scope, account: ProviderAccount): Promise<void> {
  const { tenantId, db, clock } = scope;
  if (account.secretKeySealed === null) return;
  const provider = openAccount(scope, account);
  const where = { tenantId, status: "OPEN", providerSessionId: { not: null } } as const;
  for (const { id, providerSessionId } of await db.checkoutSession.findMany({ where })) {
    if (!(await isClosed(provider, providerSessionId ?? "")))
      throw refusedConnection("a checkout of the present account was just paid. Try again in a moment");
    const now = clock.now();
    await db.checkoutSession.updateMany({
      where: { tenantId, id, status: "OPEN" },
      data: { supersededAt: now, updatedAt: now },
    });
  }
}

/**
 * Refuses where a hosted page was opened since closePages, in the transaction that leaves the account. Throws
 * provider_account_not_connectable.
 */
export async function requireNoPage(tx: Tx, { tenantId }: Scope): Promise<void> {
  const open = { tenantId, status: "OPEN", supersededAt: null, providerSessionId: { not: null } } as const;
  if ((await tx.checkoutSession.count({ where: open })) > 0)
    throw refusedConnection("a checkout of the present account was just opened. Try again in a moment");
}

/**
 * The longest that a start waits for its cardholder: "23 hours"
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
const CONFIRMED_WITHIN_SECONDS = 24 * 3600;

/** Starts that wait for their cardholders (card_authentication_required), and that can still be confirmed. */
const waitingStarts = ({ tenantId, clock }: Scope): Prisma.ProviderOperationWhereInput => ({
  tenantId,
  kind: "START",
  status: "FAILED",
  failureCode: WAITS_FOR_CARDHOLDER,
  updatedAt: { gt: addSeconds(clock.now(), -CONFIRMED_WITHIN_SECONDS) },
});

/**
 * Ends the starts that wait for their cardholders in an account that the tenant leaves, with the failure code LEFT: what would be confirmed
 * there is not heard of any more. The next start, or the recovery job, gives back what they had claimed. Returns the operations that this
 * account shows nothing of: they were begun in another one. Throws provider_account_not_connectable or card_provider_unavailable.
 */
export async function endWaitingStarts(
  scope: Scope,
  account: ProviderAccount,
  present: string,
): Promise<string[]> {
  const { db, clock } = scope;
  const waiting = await db.providerOperation.findMany({ where: waitingStarts(scope) });
  const elsewhere: string[] = [];
  for (const { id, customerId, subscriptionId } of waiting) {
    const provider = openAccount(scope, account);
    const ended = await endWaiting(scope, provider, { id, customerId, subscriptionId }).catch((error) => {
      if (!(error instanceof ApiError && error.errorName === "card_provider_key_revoked")) throw error;
      throw refusedConnection(
        `a start waits for its cardholder in ${describe(present)}, whose key is refused, so that it cannot be ended. Connect a valid key of ${describe(present)} first, or try again in a day, when it has ended by itself`,
      );
    });
    if (ended)
      await db.providerOperation.updateMany({
        where: { ...waitingStarts(scope), id },
        data: { failureCode: "LEFT", updatedAt: clock.now() },
      });
    else elsewhere.push(id);
  }
  return elsewhere;
}

/** Ends what waits of a start, so that it cannot be confirmed any more; a payment that came at that moment is refunded. false: nothing is there. */
async function endWaiting(
  scope: Scope,
  provider: CardProvider,
  { id, customerId, subscriptionId }: { id: string; customerId: string; subscriptionId: string },
): Promise<boolean> {
  const remote = await findOf(scope, provider, { customerId, subscriptionId });
  if (remote === null) return false;
  if (remote.status !== "INCOMPLETE" && remote.status !== "CANCELED")
    throw refusedConnection(
      "a start of the present account was just confirmed by its cardholder. Try again in a moment",
    );
  if (remote.endedAt === null) await provider.endAndRefund({ id: remote.id, idempotencyKey: `${id}:left` });
  return true;
}

async function findOf(
  scope: Scope,
  provider: CardProvider,
  { customerId: objectId, subscriptionId }: { customerId: string; subscriptionId: string },
): Promise<ProviderSubscription | null> {
  for (const { providerId } of await findReferences(scope.db, scope, "CUSTOMER", { objectId }, provider)) {
    const found = await provider.findSubscription({ customerId: providerId, subscriptionId });
    if (found) return found;
  }
  return null;
}

/**
 * Refuses where a start has begun to wait for its cardholder since endWaitingStarts, in the transaction that leaves the account, when no
 * start is under way any more. Throws provider_account_not_connectable.
 */
export async function requireNoWaitingStart(
  tx: Tx,
  scope: Scope,
  elsewhere: readonly string[],
): Promise<void> {
  const where = { ...waitingStarts(scope), id: { notIn: [...elsewhere] } };
  if ((await tx.providerOperation.count({ where })) > 0)
    throw refusedConnection(
      "a start of the present account has just begun to wait for its cardholder. Try again in a moment",
    );
}

async function isClosed(provider: CardProvider, sessionId: string): Promise<boolean> {
  try {
    return (await provider.expireCheckoutSession(sessionId)).completedSubscriptionId === null;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "card_provider_key_revoked") return true;
    throw error;
  }
}
