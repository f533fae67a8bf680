import { getDrift } from "../domain/billing/card-provider/drift/drift.ts";
import { ApiError } from "../errors/api-error.ts";
import { type Services, systemScope } from "../platform/scope.ts";

/** What holding every tenant against its card provider brought to light, a line each. */
export interface Comparison {
  /** Subscriptions that were compared. */
  compared: number;
  wrong: string[];
  /** Tenants whose provider could not be asked, and why: not wrong, but not known either. */
  unasked: string[];
}

/** Compares every tenant that has a card provider with it; reads alone. */
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
