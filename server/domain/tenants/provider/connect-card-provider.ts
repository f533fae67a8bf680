import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { checkProviderKey } from "./check-provider-key.ts";
import { type Account, contextOf, findAccount, openAccount } from "./provider-account.ts";
import { canReachUs, endFormerCallbacks, registerCallbacks, tryCallbacks } from "./provider-callbacks.ts";
import { storeProviderAccount } from "./store-provider-account.ts";

/**
 * Sets or replaces the tenant's account with the card provider. It first checks the key with the provider and registers our
 * address for its callbacks; nothing is stored when the provider refuses or cannot be reached. Every connection of a tenant is
 * made here, so that there is no account without callbacks about its payments. The provider then calls us, which proves that its
 * callbacks arrive. K3016, K7005, K7006, K7011.
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
  await endFormerCallbacks(scope, openAccount(scope, before), old);
}

/** The tenant's card provider, ready to be called. K7007 when the tenant has none. */
export async function cardProviderOf(scope: Scope): Promise<CardProvider> {
  return openAccount(scope, await findAccount(scope));
}

/** The secrets that sign the provider's callbacks, newest first; two during a rotation. */
export async function callbackSecretsOf(scope: Scope): Promise<string[]> {
  const { tenantId, vault } = scope;
  const account = await findAccount(scope);
  return (account?.webhookSecretsSealed ?? []).map((sealed) => vault.open(sealed, contextOf(tenantId)));
}
