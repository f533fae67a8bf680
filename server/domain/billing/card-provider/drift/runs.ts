import type { z } from "zod";
import type { ReconciliationRun as StoredRun } from "../../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { Drift } from "./drift-schema.ts";
import type { ReconciliationRun as ReconciliationRunSchema } from "./runs-schema.ts";

type Report = z.output<typeof Drift>;
type Run = z.output<typeof ReconciliationRunSchema>;

/** Stores the result of a run, replacing the previous one. */
export async function saveRun(scope: Scope, report: Report): Promise<void> {
  const count = (outcome: string) => report.differences.filter((one) => one.outcome === outcome).length;
  const isGone = (outcome: string) => outcome === "mended" || outcome === "gone";
  await save(scope, {
    state: report.state,
    ours: report.ours,
    theirs: report.theirs,
    differences: report.differences.filter(({ outcome }) => !isGone(outcome)).length,
    mended: count("mended"),
    failed: count("failed"),
    keyAccountId: report.state === "ANOTHER_ACCOUNT" ? report.key_account_id : null,
    failureCode: null,
  });
}

/** Stores that a run failed, and why. */
export function saveFailedRun(scope: Scope, failureCode: string): Promise<void> {
  const nothing = { ours: 0, theirs: 0, differences: 0, mended: 0, failed: 0, keyAccountId: null };
  return save(scope, { state: "FAILED", ...nothing, failureCode });
}

type Facts = Omit<StoredRun, "tenantId" | "checkedAt">;

async function save({ tenantId, db, clock }: Scope, facts: Facts): Promise<void> {
  const data = { ...facts, checkedAt: clock.now() };
  await db.reconciliationRun.upsert({ where: { tenantId }, create: { tenantId, ...data }, update: data });
}

/** The result of the last run; null before the first. */
export async function getLastRun({ tenantId, db }: Scope): Promise<{ run: Run | null }> {
  const [row, account] = await Promise.all([
    db.reconciliationRun.findUnique({ where: { tenantId } }),
    db.providerAccount.findUnique({ where: { tenantId_provider: { tenantId, provider: BY_CARD } } }),
  ]);
  if (!row) return { run: null };
  return {
    run: {
      state: row.state,
      checked_at: row.checkedAt.toISOString(),
      account_id: account?.accountId ?? null,
      key_account_id: row.keyAccountId,
      failure_code: row.failureCode,
      ours: row.ours,
      theirs: row.theirs,
      differences: row.differences,
      mended: row.mended,
      failed: row.failed,
    },
  };
}
