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
  const data = {
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
    const isTestMode = scope.openCardProvider(account).isTestMode;
    await recordChange(tx, scope, {
      type: "provider_account.connected",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: "PROVIDER_A", endpoint: account.endpoint, is_test_mode: isTestMode },
    });
  });
}
