import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { loadGrant } from "../grants/load-grants.ts";
import { phasesOf, termsAt } from "../terms/phases.ts";
import { soldUnder } from "../terms/sold-under.ts";
import { momentOfChange } from "./moment-of-change.ts";
import { keepUsageTerms, usageTermsId } from "./usage-terms.ts";

/**
 * Gives open counters from before they named their terms those that they counted under until their subscription or an override
 * changed, so that the change settles them as any other. Without a change they take the terms of their next use.
 */
export async function nameTermsBefore(
  tx: Tx,
  scope: Scope,
  feature: Feature,
  rows: UsageRecord[],
): Promise<UsageRecord[]> {
  return Promise.all(rows.map((row) => (row.termsId === null ? nameTerms(tx, scope, feature, row) : row)));
}

async function nameTerms(tx: Tx, scope: Scope, feature: Feature, row: UsageRecord): Promise<UsageRecord> {
  const { tenantId, id, subscriptionId } = row;
  const changed = subscriptionId === null ? null : await momentOfChange(tx, scope, row, subscriptionId);
  if (subscriptionId === null || changed === null) return row;
  const moment = new Date(changed.getTime() - 1);
  const phase = termsAt(await phasesOf(tx, scope, subscriptionId), moment);
  if (!phase) return row;
  const then: Scope = { ...scope, clock: { now: () => moment } };
  const grant = await loadGrant(tx, then, soldUnder(phase), feature);
  await keepUsageTerms(tx, scope, grant);
  return tx.usageRecord.update({
    where: { tenantId_id: { tenantId, id } },
    data: { termsId: usageTermsId(grant) },
  });
}
