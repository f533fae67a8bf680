import { ApiError } from "../../../errors/api-error.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { type CardProvider, ProviderRefusal } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import { expectCallback } from "./callback-proof.ts";
import { checkProviderKey, explainRefusal } from "./check-provider-key.ts";
import { contextOf, findAccount, openAccount } from "./provider-account.ts";

/** Raised when we subscribe to other events: the address is then registered again. */
const CALLBACKS_VERSION = 4;

/** The columns of an account's row about the registration of its callbacks. */
export interface Registration {
  webhookUrl: string;
  webhookVersion: number;
  webhookEndpointId: string;
  webhookSecretsSealed: string[];
}

/** The address that the tenant's card provider calls. */
export function callbackUrlOf({ baseUrl, tenantId }: Pick<Scope, "baseUrl" | "tenantId">): string {
  return `${baseUrl}/webhooks/cardprovider/${tenantId}`;
}

/**
 * Whether the provider takes our address: Stripe calls public https addresses, "Webhook endpoint URLs in live mode must be HTTPS".
 * https://docs.stripe.com/webhooks#register-webhook
 */
export function canReachUs({ baseUrl }: Pick<Scope, "baseUrl">, endpoint: string): boolean {
  return endpoint !== "stripe" || baseUrl.startsWith("https://");
}

/**
 * The secret in the configuration that signs callbacks, for the account of the configured key alone: of an endpoint made by hand, or of
 * `stripe listen`, which brings callbacks to addresses that Stripe cannot reach (https://docs.stripe.com/webhooks#local-listener).
 * null for every other account.
 */
export function configuredSecretOf(
  { config: { stripe }, vault, tenantId }: Pick<Scope, "config" | "vault" | "tenantId">,
  { endpoint, secretKeySealed }: ProviderAccount,
): string | null {
  if (!stripe.webhookSecret || endpoint !== "stripe" || secretKeySealed === null) return null;
  return vault.decrypt(secretKeySealed, contextOf(tenantId)) === stripe.secretKey
    ? stripe.webhookSecret
    : null;
}

/**
 * Registers our address with a provider, in place of the registration that the tenant's row names. The idempotency key is made from that
 * one: two at once, or one after a crash, get the same registration. Throws provider_account_not_connectable, card_provider_unavailable or
 * card_provider_key_refused.
 */
export async function registerCallbacks(
  scope: Scope,
  provider: CardProvider,
  before: ProviderAccount | null,
): Promise<Registration> {
  const { tenantId, vault } = scope;
  const url = callbackUrlOf(scope);
  const idempotencyKey = `callbacks:${tenantId}:${url}:${CALLBACKS_VERSION}:${before?.webhookEndpointId ?? "first"}`;
  const made = await explainRefusal(
    "Webhook Endpoints",
    provider.registerCallbacks({ url, idempotencyKey }),
  ).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error;
    const rule = `the provider refuses the address ${url} for callbacks. Set USHER_BASE_URL to a public https address`;
    throw new ApiError("provider_account_not_connectable", { cause: error, details: { rule } });
  });
  return {
    webhookUrl: url,
    webhookVersion: CALLBACKS_VERSION,
    webhookEndpointId: made.id,
    webhookSecretsSealed: [
      vault.encrypt(made.secret, contextOf(tenantId)),
      ...(before?.webhookSecretsSealed ?? []),
    ].slice(0, 2),
  };
}

/**
 * Makes sure that the provider sends changes to our current address; does nothing when it does already. Does not register an address that
 * the provider cannot reach (real Stripe and a host without TLS).
 */
export async function ensureCallbacks(scope: Scope): Promise<void> {
  const account = await findAccount(scope);
  if (!account || !canReachUs(scope, account.endpoint)) return;
  if (!isCurrent(scope, account)) await renewCallbacks(scope, account);
}

/** The same, and also checks the provider's side: a registration that was deleted or disabled there is created again. */
export async function repairCallbacks(scope: Scope, account: ProviderAccount): Promise<void> {
  const { webhookEndpointId: id } = account;
  const there =
    id !== null && isCurrent(scope, account) ? await openAccount(scope, account).readCallbacks(id) : null;
  if (!there?.isEnabled || there.url !== callbackUrlOf(scope)) await renewCallbacks(scope, account);
}

/** Whether the row names a registration of our current address, for all events that we need. */
function isCurrent(scope: Scope, { webhookUrl, webhookVersion }: ProviderAccount): boolean {
  return webhookUrl === callbackUrlOf(scope) && webhookVersion === CALLBACKS_VERSION;
}

/**
 * Makes the provider sign with a new secret: a new registration of our address replaces the current one. Callbacks that were already sent
 * with the old secret are still accepted. Throws card_provider_not_connected.
 */
export async function rotateCallbackSecret(scope: Scope): Promise<{ url: string; rotated_at: string }> {
  const { tenantId, clock, db } = scope;
  const account = await findAccount(scope);
  if (!account) throw new ApiError("card_provider_not_connected");
  const url = callbackUrlOf(scope);
  await renewCallbacks(scope, account);
  const rotated_at = clock.now().toISOString();
  await db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "provider_account.callbacks_rotated",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: BY_CARD, url, rotated_at },
    }),
  );
  return { url, rotated_at };
}

/** A new registration first, then the end of the old one: at every moment at least one calls us. */
async function renewCallbacks(scope: Scope, account: ProviderAccount): Promise<void> {
  const { tenantId, clock, db } = scope;
  const { webhookEndpointId: old, secretKeySealed } = account;
  const provider = openAccount(scope, account);
  const made = await registerCallbacks(scope, provider, account);
  const { count } = await db.providerAccount.updateMany({
    where: { tenantId, provider: BY_CARD, webhookEndpointId: old, secretKeySealed },
    data: { ...made, updatedAt: clock.now() },
  });
  // When another process was first, or the account was replaced meanwhile, the row stays as that process wrote it.
  if (count === 0) return;
  if (old !== null && old !== made.webhookEndpointId) await endFormerCallbacks(scope, provider, old);
  await expectCallback(scope);
  await tryCallbacks(scope, provider);
}

/** Makes the provider call us, which proves that its callbacks arrive. A failure is only logged, because nothing depends on it. */
export async function tryCallbacks({ log, tenantId }: Scope, provider: CardProvider): Promise<void> {
  await checkProviderKey(provider).catch((error: unknown) =>
    log.warn({ err: error, tenant_id: tenantId }, "the card provider's callbacks could not be tried"),
  );
}

/** Ends a registration that another one has replaced. The row names the new one already, so a failure is only logged. */
export async function endFormerCallbacks(
  { log, tenantId }: Scope,
  provider: CardProvider,
  id: string,
): Promise<void> {
  await provider
    .removeCallbacks(id)
    .catch((error: unknown) =>
      log.warn({ err: error, tenant_id: tenantId }, "former callbacks could not be ended"),
    );
}
