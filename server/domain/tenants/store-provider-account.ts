import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../../providers/port.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";

/** A tenant's account with the card provider, as it is given to us. */
export interface Account {
  /** Name of an address in the configuration: "stripe", or "sandbox" for the embedded stand-in. */
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

/** What a tenant's provider secrets are sealed for: one sealed for another tenant does not open. */
export const contextOf = (tenantId: string) => `provider_account:${tenantId}:PROVIDER_A`;

/**
 * Keeps the tenant's account, its key sealed, and nothing more: no callbacks come. Only connectCardProvider calls it, and tests
 * that do not want callbacks (dependency-cruiser holds this).
 */
export async function storeProviderAccount(scope: Scope, account: Account): Promise<void> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const provider = scope.openCardProvider(account);
  const accountId = await accountIdOf(scope, provider);
  const data = {
    ...(accountId !== undefined && { accountId }),
    endpoint: account.endpoint,
    secretKeySealed: vault.seal(account.secretKey, contextOf(tenantId)),
    publishableKey: account.publishableKey,
    updatedAt: now,
  };
  await scope.db.$transaction(async (tx) => {
    await tx.providerAccount.upsert({
      where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
      create: { tenantId, provider: "PROVIDER_A", createdAt: now, ...data },
      // Another account knows nothing of the registration with the one before.
      update: { ...data, webhookUrl: null },
    });
    await recordChange(tx, scope, {
      type: "provider_account.connected",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: "PROVIDER_A", endpoint: account.endpoint, is_test_mode: provider.isTestMode },
    });
  });
}

/**
 * The provider's account that is stored with a connection. While subscriptions live in the one that is stored, it stays: with
 * another account's key nothing is mended (reconciliation). undefined: unchanged, or not known now; the next comparison reads it.
 */
async function accountIdOf({ tenantId, db }: Scope, provider: CardProvider): Promise<string | undefined> {
  const live = await db.subscription.count({
    where: { tenantId, provider: "PROVIDER_A", status: { not: "CANCELED" } },
  });
  if (live > 0) return undefined;
  return (await provider.readAccountId().catch(unlessRefused)) ?? undefined;
}

function unlessRefused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
