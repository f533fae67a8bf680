import type { z } from "zod";
import { addSeconds } from "../../../platform/clock.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { awaitCallback, CALLBACK_WITHIN_SECONDS, expectCallback } from "./callback-proof.ts";
import { checkProviderKey, explainAbsence } from "./check-provider-key.ts";
import { connectCardProvider } from "./connect-card-provider.ts";
import { refusedConnection } from "./leave-account.ts";
import { findAccount, openAccount } from "./provider-account.ts";
import { callbackUrlOf, canReachUs, configuredSecretOf, repairCallbacks } from "./provider-callbacks.ts";
import { isTestModeKey, keyHintOf } from "./provider-key.ts";
import type { ConnectProvider } from "./provider-settings-schema.ts";
import type { ProviderSettings } from "./schema.ts";

const DAY_SECONDS = 86_400;
const MAX_SHOWN = 20;

/** The tenant's account with the card provider, without its secrets, and how the provider's callbacks arrive. */
export async function getProviderSettings(scope: Scope): Promise<z.output<typeof ProviderSettings>> {
  const { tenantId, db, clock } = scope;
  const account = await findAccount(scope);
  const [last, lastDay, waiting, failing] = await Promise.all([
    db.providerEvent.findFirst({ where: { tenantId }, orderBy: { id: "desc" } }),
    db.providerEvent.count({
      where: { tenantId, receivedAt: { gte: addSeconds(clock.now(), -DAY_SECONDS) } },
    }),
    db.providerEvent.count({ where: { tenantId, processedAt: null, givenUpAt: null } }),
    db.providerEvent.findMany({
      where: { tenantId, processedAt: null, lastError: { not: null } },
      orderBy: { id: "desc" },
      take: MAX_SHOWN,
    }),
  ]);
  const key = account?.secretKeySealed ? keyHintOf(scope, account.secretKeySealed) : null;
  return {
    account:
      account && key
        ? {
            endpoint: account.endpoint,
            is_test_mode: key.isTestMode,
            key_hint: key.hint,
            publishable_key: account.publishableKey,
            callback_url: account.webhookUrl,
            key_accepted_at: account.keyAcceptedAt?.toISOString() ?? null,
            updated_at: account.updatedAt.toISOString(),
          }
        : null,
    callbacks: {
      ...describeCallbacks(scope, account),
      last_received_at: last?.receivedAt.toISOString() ?? null,
      received_last_day: lastDay,
      waiting,
      failing: failing.map(({ id, type, attempts, lastError, givenUpAt }) => ({
        id,
        type,
        attempts,
        last_error: lastError ?? "",
        given_up_at: givenUpAt?.toISOString() ?? null,
      })),
    },
  };
}

type Callbacks = z.output<typeof ProviderSettings>["callbacks"];

/** Whether callbacks arrive, as far as we know; and why they cannot. */
function describeCallbacks(
  scope: Scope,
  account: ProviderAccount | null,
): Pick<Callbacks, "state" | "proven_at" | "problem"> {
  if (!account) return { state: "NOT_CONNECTED", proven_at: null, problem: null };
  const problem = problemOf(scope, account);
  const provenAt = account.callbacksProvenAt;
  if (provenAt !== null && problem === null)
    return { state: "PROVEN", proven_at: provenAt.toISOString(), problem };
  const until = account.callbacksAwaitedUntil;
  const isAwaited = problem === null && until !== null && until > scope.clock.now();
  return { state: isAwaited ? "KEY_ACCEPTED" : "NEVER_PROVEN", proven_at: null, problem };
}

function problemOf(scope: Scope, account: ProviderAccount): string | null {
  const { endpoint, webhookUrl } = account;
  const url = callbackUrlOf(scope);
  if (!canReachUs(scope, endpoint) && configuredSecretOf(scope, account) !== null) return null;
  if (!canReachUs(scope, endpoint))
    return `Stripe calls public https addresses only, and this server's address is ${scope.baseUrl}. Payments made on Stripe's pages stay unknown here. Set USHER_BASE_URL to the server's https address, restart, then check the connection. On your own machine, run "stripe listen --forward-to ${url}" and restart with the secret that it prints in STRIPE_WEBHOOK_SECRET.`;
  if (webhookUrl === null)
    return "No address is registered with the provider. Check the connection to register it.";
  if (webhookUrl !== url)
    return `Callbacks go to ${webhookUrl}, but this server's address is ${url}. Check the connection to register this one in its place.`;
  return null;
}

/**
 * Connects the tenant to its own Stripe account, or to one of the sandbox's whose key it is, and waits up to 30 seconds for the first
 * callback. A missing callback is not an error; the response reports it. A sandbox accepts only test keys, and an account with live
 * subscriptions is not replaced by another, or by its other mode. The key is checked first: nothing is stored when Stripe refuses it
 * (card_provider_key_refused) or cannot be reached (card_provider_keys_unchecked). Throws provider_account_not_connectable.
 */
export async function connectProvider(
  scope: Scope,
  input: z.output<typeof ConnectProvider>,
  seconds = CALLBACK_WITHIN_SECONDS,
): Promise<z.output<typeof ProviderSettings>> {
  const { tenantMode } = scope;
  const { secret_key: secretKey, publishable_key: publishableKey = null } = input;
  if (tenantMode === "TEST" && !isTestModeKey(secretKey))
    throw refusedConnection(
      "a sandbox takes test keys only, and this is a live key. Copy the key from test mode of the provider's dashboard, or connect this one in the live tenant",
    );
  const endpoint = (await scope.sandboxKeys.has(secretKey)) ? "sandbox" : "stripe";
  await explainAbsence(connectCardProvider(scope, { endpoint, secretKey, publishableKey }));
  if (canReachUs(scope, endpoint)) await awaitCallback(scope, seconds);
  return getProviderSettings(scope);
}

/**
 * Checks with the provider whether it accepts the key, whether our current address is registered, and, by a callback within 30 seconds,
 * whether callbacks arrive. A registration that is missing, disabled or for another address is created again; where no callback comes they
 * count as never proven. Throws card_provider_unavailable, card_provider_not_connected or card_provider_key_refused.
 */
export async function proveCallbacks(
  scope: Scope,
  seconds = CALLBACK_WITHIN_SECONDS,
): Promise<z.output<typeof ProviderSettings>> {
  const { tenantId, db, clock } = scope;
  const account = await findAccount(scope);
  const provider = openAccount(scope, account);
  await expectCallback(scope);
  await checkProviderKey(provider);
  await db.providerAccount.updateMany({
    where: { tenantId, provider: BY_CARD },
    data: { keyAcceptedAt: clock.now() },
  });
  if (account && canReachUs(scope, account.endpoint)) {
    await repairCallbacks(scope, account);
    await awaitCallback(scope, seconds);
  } else if (account && configuredSecretOf(scope, account) !== null) await awaitCallback(scope, seconds);
  return getProviderSettings(scope);
}
