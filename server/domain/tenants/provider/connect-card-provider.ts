import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { checkProviderKey, explainRefusal } from "./check-provider-key.ts";
import { closePages, endWaitingStarts, refusedConnection, requireNothingLeft } from "./leave-account.ts";
import { contextOf, type EnteredAccount, findAccount, openAccount } from "./provider-account.ts";
import {
  canReachUs,
  configuredSecretOf,
  endFormerCallbacks,
  registerCallbacks,
  tryCallbacks,
} from "./provider-callbacks.ts";
import { identify, nameEnvironment } from "./provider-environment.ts";
import { isTestModeKey } from "./provider-key.ts";
import { storeProviderAccount } from "./store-provider-account.ts";

/**
 * Sets or replaces the tenant's account with the card provider. It first checks the keys with the provider and registers our address for
 * its callbacks; nothing is stored when the provider refuses or cannot be reached. Every connection of a tenant is made here, so that there
 * is no account without callbacks about its payments. The provider then calls us, which proves that its callbacks arrive. A key of another
 * account or mode is accepted where nothing of the present one is under way; ids of the present one stay for when the tenant goes back.
 */
export async function connectCardProvider(scope: Scope, account: EnteredAccount): Promise<void> {
  requireOneMode(account);
  const provider = scope.openCardProvider(account);
  await checkProviderKey(provider);
  await requireOneAccount(account, provider);
  const before = await findAccount(scope);
  const present = await nameEnvironment(scope, before);
  const identity = await identify(scope, provider, account.secretKey);
  const isLeaving = present !== null && ![identity.environment, identity.formerName].includes(present);
  let elsewhere: string[] = [];
  if (before && isLeaving) {
    await requireNothingLeft(scope.db, scope, { present, next: identity.environment });
    await closePages(scope, before);
    elsewhere = await endWaitingStarts(scope, before, present);
  }
  // Secrets of the account that is left sign nothing for us any more.
  const registered = before && isLeaving ? { ...before, webhookSecretsSealed: [] } : before;
  const made = canReachUs(scope, account.endpoint)
    ? await registerCallbacks(scope, provider, registered)
    : null;
  await storeProviderAccount(scope, account, { registration: made, identity, elsewhere });
  if (made) await tryCallbacks(scope, provider);
  const old = before?.webhookEndpointId ?? null;
  if (old === null || old === made?.webhookEndpointId) return;
  await endFormerCallbacks(scope, openAccount(scope, before), old);
}

/**
 * Refuses a publishable key of another mode, which its prefix tells (https://docs.stripe.com/keys): nobody is asked. Throws
 * provider_account_not_connectable.
 */
function requireOneMode({ secretKey, publishableKey }: EnteredAccount): void {
  if (publishableKey !== null && isTestModeKey(publishableKey) !== isTestModeKey(secretKey))
    throw refusedConnection("the two keys are of different modes; use two test keys or two live keys");
}

/**
 * Refuses a publishable key of another account: a card form would save cards where the secret key does not find them. Throws
 * provider_account_not_connectable, card_provider_unavailable or card_provider_key_refused.
 */
async function requireOneAccount({ publishableKey }: EnteredAccount, provider: CardProvider): Promise<void> {
  if (publishableKey === null) return;
  if (!(await explainRefusal("SetupIntents", provider.hasMatchingKeys())))
    throw refusedConnection(
      "the publishable key belongs to another account than the secret key, or is not valid. Copy both from the same page of the provider's dashboard",
    );
}

/** The tenant's card provider, ready to be called. Throws card_provider_not_connected. */
export async function cardProviderOf(scope: Scope): Promise<CardProvider> {
  return openAccount(scope, await findAccount(scope));
}

/** The secrets that sign the provider's callbacks: those of our registrations, newest first, two during a rotation; then the configured one. */
export async function callbackSecretsOf(scope: Scope): Promise<string[]> {
  const { tenantId, vault } = scope;
  const account = await findAccount(scope);
  if (!account) return [];
  const registered = account.webhookSecretsSealed.map((sealed) => vault.decrypt(sealed, contextOf(tenantId)));
  const configured = configuredSecretOf(scope, account);
  return configured === null ? registered : [...registered, configured];
}
