import { getDrift } from "../domain/billing/card-provider/drift/drift.ts";
import { compareBalances } from "../domain/billing/charges/compare-balances.ts";
import { ApiError } from "../errors/api-error.ts";
import { BY_CARD } from "../platform/schema/provider.ts";
import { type Scope, type Services, systemScope } from "../platform/scope.ts";

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
    where: { provider: BY_CARD },
    select: { tenantId: true, tenant: { select: { mode: true } } },
    orderBy: { tenantId: "asc" },
  });
  const result: Comparison = { compared: 0, wrong: [], unasked: [] };
  for (const { tenantId, tenant } of accounts) {
    const scope = systemScope(services, { id: tenantId, mode: tenant.mode }, "doctor");
    try {
      const { compared, wrong } = await compareTenant(scope);
      result.compared += compared;
      result.wrong.push(...wrong);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result.unasked.push(`  ${tenantId}: ${error.code} ${error.message}`);
    }
  }
  return result;
}

/** Compares a tenant's subscriptions and its customers' balances with its card provider. K7xxx. */
export async function compareTenant(scope: Scope): Promise<Pick<Comparison, "compared" | "wrong">> {
  const { tenantId } = scope;
  const { ours: compared, differences, state, account_id, key_account_id } = await getDrift(scope);
  if (state === "ANOTHER_ACCOUNT") {
    const [key, known] = [key_account_id ?? "unknown", account_id ?? "unknown"];
    return {
      compared,
      wrong: [`  ${tenantId}: the key is of account ${key}, the subscriptions of ${known}`],
    };
  }
  const wrong = differences.map(
    ({ kind, subscription_id, provider_subscription_id, ours: here, theirs }) =>
      `  ${tenantId} ${subscription_id ?? provider_subscription_id}: ${kind}, here ${here ?? "none"}, there ${theirs ?? "none"}`,
  );
  const balances = (await compareBalances(scope)).map(
    ({ customerId, currency, ours: here, theirs }) =>
      `  ${tenantId} ${customerId}: balance in ${currency}, here ${here}, there ${theirs}`,
  );
  return { compared, wrong: [...wrong, ...balances] };
}
