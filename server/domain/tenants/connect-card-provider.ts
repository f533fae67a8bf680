import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../../providers/port.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";

interface Account {
  /** Name of an address in the configuration: "stripe", or "sandbox" for the embedded stand-in. */
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

const contextOf = (tenantId: string) => `provider_account:${tenantId}:PROVIDER_A`;

/** Sets or replaces the tenant's account with the card provider; the key is sealed at rest. */
export async function connectCardProvider(scope: Scope, account: Account): Promise<void> {
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
      update: data,
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

/** The tenant's card provider, ready to be called. K7007 when the tenant has none. */
export async function cardProviderOf(scope: Scope): Promise<CardProvider> {
  const { tenantId, vault } = scope;
  const account = await scope.db.providerAccount.findUnique({ where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } } });
  if (!account?.secretKeySealed) throw new ApiError("K7007");
  const secretKey = vault.open(account.secretKeySealed, contextOf(tenantId));
  return scope.openCardProvider({ endpoint: account.endpoint, secretKey, publishableKey: account.publishableKey });
}
