import { ApiError } from "../../../errors/api-error.ts";
import type { Config } from "../../../platform/config.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";

/** A tenant's account with the card provider, as an administrator enters it. */
export interface EnteredAccount {
  /** Name of an address in the configuration: "stripe", or "sandbox" for the embedded stand-in. */
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

/** The Stripe account that the configuration names; null when it names none. */
export function stripeAccountOf({ stripe }: Pick<Config, "stripe">): EnteredAccount | null {
  const { secretKey, publishableKey = null } = stripe;
  return secretKey ? { endpoint: "stripe", secretKey, publishableKey } : null;
}

/** The context that a tenant's provider secrets are encrypted with: those of another tenant cannot be decrypted. */
export const contextOf = (tenantId: string) => `provider_account:${tenantId}:PROVIDER_A`;

/** The tenant's account with the card provider; null when none was ever connected. */
export function findAccount({ tenantId, db }: Scope): Promise<ProviderAccount | null> {
  return db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: BY_CARD } },
  });
}

/** Whether anything can be bought by card: whoever pays is told so before they type. */
export async function takesCards(scope: Scope): Promise<boolean> {
  return Boolean((await findAccount(scope))?.secretKeySealed);
}

/** The tenant's card provider, ready to be called; null when it has none, or no key. */
export async function openPresent(scope: Scope): Promise<CardProvider | null> {
  const account = await findAccount(scope);
  return account?.secretKeySealed ? openAccount(scope, account) : null;
}

/** A stored account, ready to be called. Throws card_provider_not_connected. */
export function openAccount(scope: Scope, account: ProviderAccount | null): CardProvider {
  if (!account?.secretKeySealed) throw new ApiError("card_provider_not_connected");
  const { endpoint, publishableKey, secretKeySealed, environment } = account;
  const secretKey = scope.vault.decrypt(secretKeySealed, contextOf(scope.tenantId));
  const provider = scope.openCardProvider({ endpoint, secretKey, publishableKey });
  return environment === "" ? provider : { ...provider, environment };
}
