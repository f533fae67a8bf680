import { ApiError } from "../../errors/api-error.ts";
import type { ProviderAccount } from "../../platform/database/client/client.ts";
import type { CardProvider } from "../../providers/port.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { type Account, contextOf, storeProviderAccount } from "./store-provider-account.ts";

/** Raised when we want to hear of other events: the address is then registered anew. */
const CALLBACKS_VERSION = 2;

/**
 * Sets or replaces the tenant's account with the card provider, and registers our address for its callbacks. Whatever connects a
 * tenant goes through here, so that an account whose payments we never hear of cannot come to be. K7005, K7006, K7009.
 */
export async function connectCardProvider(scope: Scope, account: Account): Promise<void> {
  await storeProviderAccount(scope, account);
  await ensureCallbacks(scope);
}

function findAccount({ tenantId, db }: Scope): Promise<ProviderAccount | null> {
  return db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
  });
}

/** The tenant's card provider, ready to be called. K7007 when the tenant has none. */
export async function cardProviderOf(scope: Scope): Promise<CardProvider> {
  const account = await findAccount(scope);
  if (!account) throw new ApiError("K7007");
  return openAccount(scope, account);
}

function openAccount(scope: Scope, account: ProviderAccount): CardProvider {
  const { endpoint, publishableKey, secretKeySealed } = account;
  if (!secretKeySealed) throw new ApiError("K7007");
  const secretKey = scope.vault.open(secretKeySealed, contextOf(scope.tenantId));
  return scope.openCardProvider({ endpoint, secretKey, publishableKey });
}

/**
 * Makes sure that the provider tells us of changes at our present address; does nothing when it does already. An address the
 * provider could not reach (real Stripe and a host without TLS) is left alone. K7005, K7006, K7009.
 */
export async function ensureCallbacks(scope: Scope): Promise<void> {
  const account = await findAccount(scope);
  const url = callbackUrlOf(scope);
  if (!account || !canReachUs(scope, account)) return;
  if (account.webhookUrl === url && account.webhookVersion === CALLBACKS_VERSION) return;
  await register(scope, account);
}

/** The address that the tenant's card provider calls. */
function callbackUrlOf({ baseUrl, tenantId }: Pick<Scope, "baseUrl" | "tenantId">): string {
  return `${baseUrl}/webhooks/cardprovider/${tenantId}`;
}

/** Whether the provider takes our address: Stripe calls https alone. https://docs.stripe.com/webhooks#register-webhook */
function canReachUs({ baseUrl }: Scope, { endpoint }: Pick<ProviderAccount, "endpoint">): boolean {
  return endpoint !== "stripe" || baseUrl.startsWith("https://");
}

/**
 * Lets the provider sign with a new secret: another registration of our address takes the place of the one there is. What is on
 * its way with the old secret is still believed. K7007, K7xxx.
 */
export async function rotateCallbackSecret(scope: Scope): Promise<{ url: string; rotated_at: string }> {
  const { tenantId, clock, db } = scope;
  const account = await findAccount(scope);
  if (!account) throw new ApiError("K7007");
  const url = callbackUrlOf(scope);
  await register(scope, account);
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

/**
 * Registers our address in place of the registration that the row names; the new one first, so that at every moment at least one
 * calls us. The key is made from the one that is replaced: two at once, or one after a crash, get the same registration.
 */
async function register(scope: Scope, account: ProviderAccount): Promise<void> {
  const { tenantId, vault, clock, db } = scope;
  const url = callbackUrlOf(scope);
  const { webhookEndpointId: old, secretKeySealed } = account;
  const provider = openAccount(scope, account);
  const idempotencyKey = `callbacks:${tenantId}:${url}:${CALLBACKS_VERSION}:${old ?? "first"}`;
  const made = await provider.registerCallbacks({ url, idempotencyKey });
  const { count } = await db.providerAccount.updateMany({
    where: { tenantId, provider: "PROVIDER_A", webhookEndpointId: old, secretKeySealed },
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
  // When another process was first, or the account was replaced meanwhile, the row is theirs to keep.
  if (count === 1 && old !== null && old !== made.id) await provider.removeCallbacks(old);
}

/** The secrets that sign the provider's callbacks, newest first; two while one replaces the other. */
export async function callbackSecretsOf(scope: Scope): Promise<string[]> {
  const { tenantId, vault } = scope;
  const account = await findAccount(scope);
  return (account?.webhookSecretsSealed ?? []).map((sealed) => vault.open(sealed, contextOf(tenantId)));
}
