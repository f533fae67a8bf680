import { ApiError } from "../../../errors/api-error.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { openAccount } from "./provider-account.ts";

/** The rule of a K3016 about a connection. */
export const refusedConnection = (rule: string) => new ApiError("K3016", { details: { rule } });

/**
 * Refuses to leave an account and mode while something there still needs its key: live subscriptions, a start or change that is
 * being made, test clocks. K3016.
 */
export async function requireNothingLeft(
  tx: Tx,
  { tenantId }: Scope,
  { present, next }: { present: string; next: string },
): Promise<void> {
  const live = await tx.subscription.count({
    where: { tenantId, provider: "PROVIDER_A", status: { not: "CANCELED" } },
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
 * recovery job then closes them here, as pages that were superseded. A key that was revoked cannot close them; they end by
 * themselves within a day. K3016 where one was paid meanwhile, K7005.
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

/** Refuses where a hosted page was opened since closePages, in the transaction that leaves the account. K3016. */
export async function requireNoPage(tx: Tx, { tenantId }: Scope): Promise<void> {
  const open = { tenantId, status: "OPEN", supersededAt: null, providerSessionId: { not: null } } as const;
  if ((await tx.checkoutSession.count({ where: open })) > 0)
    throw refusedConnection("a checkout of the present account was just opened. Try again in a moment");
}

async function isClosed(provider: CardProvider, sessionId: string): Promise<boolean> {
  try {
    return (await provider.expireCheckoutSession(sessionId)).completedSubscriptionId === null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "K7009") return true;
    throw error;
  }
}
