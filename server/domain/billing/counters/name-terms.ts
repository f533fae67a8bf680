import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Grant } from "../grants/grant.ts";
import { loadGrant } from "../grants/load-grants.ts";
import { phasesOf, termsAt } from "../terms/phases.ts";
import { soldUnder } from "../terms/sold-under.ts";
import { momentOfChange } from "./moment-of-change.ts";
import { keepUsageTerms, usageTermsId } from "./usage-terms.ts";

/**
 * Gives open counters from before they named their terms those that they counted under until their subscription or an override
 * changed, so that the change settles them as any other. Without a change they take the terms of their next use. Looks once for
 * each subscription and period, however many dimensions there are.
 */
export async function nameTermsBefore(
  tx: Tx,
  scope: Scope,
  feature: Feature,
  rows: UsageRecord[],
): Promise<UsageRecord[]> {
  const unnamed = rows.filter(({ termsId, subscriptionId }) => termsId === null && subscriptionId !== null);
  const groups = Map.groupBy(
    unnamed,
    ({ subscriptionId, periodStart }) => `${subscriptionId} ${periodStart.getTime()}`,
  );
  const named = new Map<string, string>();
  for (const group of groups.values()) {
    // A group has at least one.
    const grant = await grantBefore(tx, scope, feature, group[0] as UsageRecord);
    if (grant === null) continue;
    await keepUsageTerms(tx, scope, grant);
    const termsId = usageTermsId(grant);
    const ids = group.map(({ id }) => id);
    await tx.$executeRaw`
      update usage_records set terms_id = ${termsId} where tenant_id = ${scope.tenantId} and id = any (${ids})`;
    for (const id of ids) named.set(id, termsId);
  }
  return rows.map((row) => ({ ...row, termsId: named.get(row.id) ?? row.termsId }));
}

/** What a counter's subscription granted right before its terms changed within the counter's period; null where they did not. */
async function grantBefore(tx: Tx, scope: Scope, feature: Feature, row: UsageRecord): Promise<Grant | null> {
  const { subscriptionId } = row;
  const changed = subscriptionId === null ? null : await momentOfChange(tx, scope, row, subscriptionId);
  if (subscriptionId === null || changed === null) return null;
  const moment = new Date(changed.getTime() - 1);
  const phase = termsAt(await phasesOf(tx, scope, subscriptionId), moment);
  if (!phase) return null;
  const then: Scope = { ...scope, clock: { now: () => moment } };
  return loadGrant(tx, then, soldUnder(phase), feature);
}
