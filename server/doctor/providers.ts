import { getDrift } from "../domain/billing/card-provider/drift/drift.ts";
import { ApiError } from "../errors/api-error.ts";
import { type Services, systemScope } from "../platform/scope.ts";

/** The result of comparing every tenant with its card provider, as lines of text. */
export interface Comparison {
  /** Subscriptions that were compared. */
  compared: number;
  wrong: string[];
  /** Tenants whose provider could not be reached, and why: neither correct nor wrong. */
  unasked: string[];
}

/** Compares every tenant that has a card provider with its provider; only reads. */
export async function compareProviders(services: Services): Promise<Comparison> {
  const accounts = await services.db.providerAccount.findMany({
    where: { provider: "PROVIDER_A" },
    select: { tenantId: true, tenant: { select: { mode: true } } },
    orderBy: { tenantId: "asc" },
  });
  const result: Comparison = { compared: 0, wrong: [], unasked: [] };
  for (const { tenantId, tenant } of accounts) {
    const scope = systemScope(services, { id: tenantId, mode: tenant.mode }, "doctor");
    try {
      const { ours, differences, state, account_id, key_account_id } = await getDrift(scope);
      if (state === "ANOTHER_ACCOUNT")
        result.wrong.push(
          `  ${tenantId}: the key is of account ${key_account_id ?? "unknown"}, the subscriptions of ${account_id ?? "unknown"}`,
        );
      result.compared += ours;
      for (const { kind, subscription_id, provider_subscription_id, ours: here, theirs } of differences)
        result.wrong.push(
          `  ${tenantId} ${subscription_id ?? provider_subscription_id}: ${kind}, here ${here ?? "none"}, there ${theirs ?? "none"}`,
        );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result.unasked.push(`  ${tenantId}: ${error.code} ${error.message}`);
    }
  }
  return result;
}
