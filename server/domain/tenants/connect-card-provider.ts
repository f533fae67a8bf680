import { ApiError } from "../../errors/api-error.ts";
import type { ProviderAccount } from "../../platform/database/client/client.ts";
import type { CardProvider } from "../../providers/port.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";

interface Account {
  /** Name of an address in the configuration: "stripe", or "sandbox" for the embedded stand-in. */
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

/** Raised when we want to hear of other events: the address is then registered anew. */
const CALLBACKS_VERSION = 2;

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
  const account = await scope.db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
  });
  if (!account?.secretKeySealed) throw new ApiError("K7007");
  const secretKey = vault.open(account.secretKeySealed, contextOf(tenantId));
  return scope.openCardProvider({
    endpoint: account.endpoint,
    secretKey,
    publishableKey: account.publishableKey,
  });
}

/**
 * Makes sure that the provider tells us of changes at our present address; does nothing when it does already. An address the
 * provider could not reach (real Stripe and a host without TLS) is left alone.
 */
export async function ensureCallbacks(scope: Scope): Promise<void> {
  const { tenantId, baseUrl, db } = scope;
  const key = { tenantId_provider: { tenantId, provider: "PROVIDER_A" } } as const;
  const account = await db.providerAccount.findUnique({ where: key });
  const url = `${baseUrl}/webhooks/cardprovider/${tenantId}`;
  const isReachable = account?.endpoint !== "stripe" || url.startsWith("https://");
  const isCurrent = account?.webhookUrl === url && account.webhookVersion === CALLBACKS_VERSION;
  if (!account || isCurrent || !isReachable) return;
  await register(scope, account, url, `callbacks:${tenantId}:${url}:${CALLBACKS_VERSION}`);
}

/**
 * Lets the provider sign with a new secret: another registration of our address takes the place of the one there is. What is on
 * its way with the old secret is still believed. K7007, K7xxx.
 */
export async function rotateCallbackSecret(scope: Scope): Promise<{ url: string; rotated_at: string }> {
  const { tenantId, baseUrl, clock, db } = scope;
  const key = { tenantId_provider: { tenantId, provider: "PROVIDER_A" } } as const;
  const account = await db.providerAccount.findUnique({ where: key });
  if (!account) throw new ApiError("K7007");
  const url = `${baseUrl}/webhooks/cardprovider/${tenantId}`;
  await register(scope, account, url, `callbacks:${tenantId}:${scope.requestId}`);
  const rotated_at = clock.now().toISOString();
  await db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "provider_account.callbacks_rotated",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: "PROVIDER_A", url, rotated_at },
    }),
  );
  return { url, rotated_at };
}

/** The new registration first: at every moment at least one tells us. */
async function register(
  scope: Scope,
  account: ProviderAccount,
  url: string,
  idempotencyKey: string,
): Promise<void> {
  const { tenantId, vault, clock, db } = scope;
  const provider = await cardProviderOf(scope);
  const made = await provider.registerCallbacks({ url, idempotencyKey });
  await db.providerAccount.update({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
    data: {
      webhookUrl: url,
      webhookVersion: CALLBACKS_VERSION,
      webhookEndpointId: made.id,
      webhookSecretsSealed: [
        vault.seal(made.secret, contextOf(tenantId)),
        ...account.webhookSecretsSealed,
      ].slice(0, 2),
      updatedAt: clock.now(),
    },
  });
  const old = account.webhookEndpointId;
  if (old !== null && old !== made.id) await provider.removeCallbacks(old);
}

/** The secrets that sign the provider's callbacks, newest first; two while one replaces the other. */
export async function callbackSecretsOf(scope: Scope): Promise<string[]> {
  const { tenantId, vault, db } = scope;
  const account = await db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
  });
  return (account?.webhookSecretsSealed ?? []).map((sealed) => vault.open(sealed, contextOf(tenantId)));
}
