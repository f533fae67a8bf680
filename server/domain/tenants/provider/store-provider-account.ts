import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import { CALLBACK_WITHIN_SECONDS } from "./callback-proof.ts";
import { type Account, contextOf } from "./provider-account.ts";
import type { Registration } from "./provider-callbacks.ts";

/**
 * Stores the tenant's account, its key encrypted, with the registration of its callbacks. Only connectCardProvider, which checks
 * with the provider first, and tests without callbacks call it (dependency-cruiser enforces this).
 */
export async function storeProviderAccount(
  scope: Scope,
  account: Account,
  registration: Registration | null,
): Promise<void> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const provider = scope.openCardProvider(account);
  const accountId = await accountIdOf(scope, provider);
  const none = { webhookUrl: null, webhookEndpointId: null };
  const data = {
    ...(accountId !== undefined && { accountId }),
    endpoint: account.endpoint,
    secretKeySealed: vault.seal(account.secretKey, contextOf(tenantId)),
    publishableKey: account.publishableKey,
    keyAcceptedAt: now,
    updatedAt: now,
    ...(registration ?? none),
    callbacksProvenAt: null,
    callbacksAwaitedUntil: registration && addSeconds(now, CALLBACK_WITHIN_SECONDS),
  };
  await scope.db.$transaction(async (tx) => {
    await tx.providerAccount.upsert({
      where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
      create: { tenantId, provider: "PROVIDER_A", createdAt: now, ...data },
      update: data,
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
 * The provider's account id to store with a connection. While the stored account has live subscriptions, it stays: reconciliation
 * changes nothing with another account's key. undefined: unchanged, or not known now; the next comparison reads it.
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
