import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { checkProviderKey } from "./check-provider-key.ts";
import { type Account, contextOf, findAccount, openAccount } from "./provider-account.ts";
import { canReachUs, registerCallbacks, tryCallbacks } from "./provider-callbacks.ts";
import { storeProviderAccount } from "./store-provider-account.ts";

/**
 * Sets or replaces the tenant's account with the card provider. The provider is asked first, with the key that is to be stored, and
 * our address is registered for its callbacks; nothing is stored when it refuses or cannot be reached. Whatever connects a tenant
 * goes through here, so that an account whose payments we never hear of cannot come to be. The provider then calls us, which
 * proves that its callbacks arrive. K3016, K7005, K7006, K7011.
 */
export async function connectCardProvider(scope: Scope, account: Account): Promise<void> {
  const provider = scope.openCardProvider(account);
  await checkProviderKey(provider);
  const before = await findAccount(scope);
  const made = canReachUs(scope, account.endpoint) ? await registerCallbacks(scope, provider, before) : null;
  await storeProviderAccount(scope, account, made);
  if (made) await tryCallbacks(scope, provider);
  const old = before?.webhookEndpointId ?? null;
  if (old === null || old === made?.webhookEndpointId) return;
  await openAccount(scope, before)
    .removeCallbacks(old)
    .catch((error: unknown) =>
      scope.log.warn({ err: error, tenant_id: scope.tenantId }, "former callbacks could not be ended"),
    );
}

/** The tenant's card provider, ready to be called. K7007 when the tenant has none. */
export async function cardProviderOf(scope: Scope): Promise<CardProvider> {
  return openAccount(scope, await findAccount(scope));
}

/** The secrets that sign the provider's callbacks, newest first; two while one replaces the other. */
export async function callbackSecretsOf(scope: Scope): Promise<string[]> {
  const { tenantId, vault } = scope;
  const account = await findAccount(scope);
  return (account?.webhookSecretsSealed ?? []).map((sealed) => vault.open(sealed, contextOf(tenantId)));
}
