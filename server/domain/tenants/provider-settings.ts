import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import type { Scope } from "../scope.ts";
import { connectCardProvider } from "./connect-card-provider.ts";
import { keyHintOf } from "./provider-key.ts";
import type { ConnectProvider, ProviderSettings } from "./provider-schema.ts";

const DAY_SECONDS = 86_400;
const MOST_SHOWN = 20;

/** The tenant's account with the card provider, without its secrets, and how the provider's callbacks arrive. */
export async function getProviderSettings(scope: Scope): Promise<z.output<typeof ProviderSettings>> {
  const { tenantId, db, clock } = scope;
  const account = await db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
  });
  const [last, lastDay, waiting, failing] = await Promise.all([
    db.providerEvent.findFirst({ where: { tenantId }, orderBy: { id: "desc" } }),
    db.providerEvent.count({
      where: { tenantId, receivedAt: { gte: addSeconds(clock.now(), -DAY_SECONDS) } },
    }),
    db.providerEvent.count({ where: { tenantId, processedAt: null } }),
    db.providerEvent.findMany({
      where: { tenantId, processedAt: null, lastError: { not: null } },
      orderBy: { id: "desc" },
      take: MOST_SHOWN,
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
            updated_at: account.updatedAt.toISOString(),
          }
        : null,
    callbacks: {
      last_received_at: last?.receivedAt.toISOString() ?? null,
      received_last_day: lastDay,
      waiting,
      failing: failing.map(({ id, type, attempts, lastError }) => ({
        id,
        type,
        attempts,
        last_error: lastError ?? "",
      })),
    },
  };
}

/**
 * Connects the tenant to a Stripe account of its own. A sandbox takes test keys alone, and an account that holds
 * subscriptions is not exchanged for another. K3016; K7005, K7009 when Stripe cannot be asked, or refuses the key.
 */
export async function connectProvider(
  scope: Scope,
  { secret_key: secretKey, publishable_key: publishableKey }: z.output<typeof ConnectProvider>,
): Promise<z.output<typeof ProviderSettings>> {
  const { tenantId, tenantMode, db } = scope;
  const isTestKey = /^(sk|rk)_test_/.test(secretKey);
  if (tenantMode === "TEST" && !isTestKey)
    throw new ApiError("K3016", { details: { rule: "a sandbox takes test keys alone" } });
  const live = await db.subscription.count({
    where: { tenantId, provider: "PROVIDER_A", status: { not: "CANCELED" } },
  });
  const account = await db.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
  });
  if (live > 0 && account?.endpoint !== "stripe")
    throw new ApiError("K3016", { details: { rule: `${live} subscriptions live at the present account` } });
  if (live > 0) await refuseAnotherAccount(scope, account?.accountId ?? null, secretKey);
  await connectCardProvider(scope, { endpoint: "stripe", secretKey, publishableKey: publishableKey ?? null });
  return getProviderSettings(scope);
}

/** A new key of the same account is fine: keys are rolled. K3016 one of another, K7xxx. */
async function refuseAnotherAccount(
  scope: Scope,
  accountId: string | null,
  secretKey: string,
): Promise<void> {
  const provider = scope.openCardProvider({ endpoint: "stripe", secretKey, publishableKey: null });
  const keyAccountId = await provider.readAccountId();
  if (accountId === null || keyAccountId === null || accountId === keyAccountId) return;
  const rule = `the key belongs to ${keyAccountId}, and live subscriptions are in ${accountId}`;
  throw new ApiError("K3016", { details: { rule } });
}
