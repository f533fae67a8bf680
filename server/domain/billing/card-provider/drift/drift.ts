import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { codeOf } from "../../../../errors/catalogue.ts";
import { addSeconds } from "../../../../platform/clock.ts";
import { eachOrLog } from "../../../../platform/each-or-log.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { syncBalancesSince } from "../../../customers/sync-balance.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { holdRemoved } from "../../charges/hold-removed.ts";
import { syncCorrectionsSince } from "../../corrections/sync-since.ts";
import { recheckInvoices } from "../../invoices/recheck-invoices.ts";
import { syncInvoicesSince } from "../../invoices/sync-invoice.ts";
import { syncRenewedCardsSince } from "../../provider-events/sync-renewed-cards.ts";
import { syncConfirmedChangesSince } from "../../subscriptions/change/sync-confirmed-change.ts";
import { settleKnownDrafts } from "../../subscriptions/end/settle-ended-drafts.ts";
import { syncTaxIdsSince } from "../../tax-ids/sync-changed.ts";
import { AUTOMATIC_ACTIONS, MANUAL_ACTIONS } from "./actions.ts";
import { checkAccount } from "./check-account.ts";
import { areTooMany, type Difference } from "./compare.ts";
import type { Drift as DriftSchema, MendDrift } from "./drift-schema.ts";
import { type Drift, findDrift } from "./find-drift.ts";
import { mendDifference, type Result } from "./mend-difference.ts";
import { saveFailedRun, saveRun } from "./runs.ts";
import { findUndoneMends } from "./undone-mends.ts";

/** Younger invoices are all read again; of older ones those that are not settled here, some in each run. */
const INVOICES_SINCE_SECONDS = 7 * 86_400;

type Report = z.output<typeof DriftSchema>;

const NOTHING: Drift = { ours: 0, theirs: 0, differences: [] };
const OPEN: Result = { outcome: "open", mendId: null, failure: null };

/** The differences between us and the card provider; with another account's key, only that state. Read-only. K7xxx. */
export async function getDrift(scope: Scope): Promise<Report> {
  const provider = await cardProviderOf(scope);
  const account = await checkAccount(scope, provider);
  const drift = account.isOurs ? await findDrift(scope, provider) : NOTHING;
  const held = await findUndoneMends(scope);
  const results = drift.differences.map((one) => (held(one) ? { ...OPEN, outcome: "held" as const } : OPEN));
  return report(scope, { ...account, ...drift }, results);
}

/**
 * Mends every difference that needs no person's decision, one by one, and continues after a failure; the hourly job runs this.
 * Does nothing with another account's key, nor when so many subscriptions are missing that the cause is likely the connection
 * (areTooMany), unless a person has checked and sends despite_many. The result of the run is stored. K7xxx.
 */
export async function mendDrift(
  scope: Scope,
  { despite_many: isDespiteMany }: z.output<typeof MendDrift> = { despite_many: false },
): Promise<Report> {
  return (await reconcile(scope, isDespiteMany)).report;
}

/** As mendDrift, with the number of invoices, balances and items that could not be read; they stay as they are until the next run. */
export async function reconcile(scope: Scope, isDespiteMany = false): Promise<Reconciled> {
  try {
    const reconciled = await run(scope, isDespiteMany);
    await saveRun(scope, reconciled.report);
    return reconciled;
  } catch (error) {
    await saveFailedRun(scope, error instanceof ApiError ? error.code : codeOf("internal_error"));
    throw error;
  }
}

interface Reconciled {
  report: Report;
  unread: number;
}

async function run(scope: Scope, isDespiteMany: boolean): Promise<Reconciled> {
  const provider = await cardProviderOf(scope);
  const account = await checkAccount(scope, provider);
  if (!account.isOurs) return { report: report(scope, { ...account, ...NOTHING }, []), unread: 0 };
  const unread = await readChanges(scope);
  const drift = await findDrift(scope, provider);
  const isStopped = !isDespiteMany && areTooMany(drift.differences, drift.ours);
  const held = await findUndoneMends(scope);
  const results: Result[] = [];
  for (const one of drift.differences) {
    const action = AUTOMATIC_ACTIONS[one.kind];
    if (isStopped || !action) results.push(OPEN);
    else if (held(one)) results.push({ ...OPEN, outcome: "held" });
    else results.push(await mendDifference(scope, one, action));
  }
  return { report: report(scope, { ...account, ...drift, isStopped }, results), unread };
}

/**
 * Reads what callbacks would have said. What cannot be read, or not even be listed, is logged and keeps neither the rest nor the
 * comparison from being made. Returns how many could not be read.
 */
async function readChanges(scope: Scope): Promise<number> {
  const since = addSeconds(scope.clock.now(), -INVOICES_SINCE_SECONDS);
  let unread = 0;
  const steps = {
    "newer invoices": async () => (await syncInvoicesSince(scope, since)).failed,
    "older invoices": async () => (await recheckInvoices(scope, since)).failed,
    "drafts of ended subscriptions": () => settleKnownDrafts(scope),
    "confirmed changes": () => syncConfirmedChangesSince(scope, since),
    balances: () => syncBalancesSince(scope, since),
    "credit notes, refunds and disputes": () => syncCorrectionsSince(scope, since),
    "renewed cards": () => syncRenewedCardsSince(scope, since),
    "tax ids": () => syncTaxIdsSince(scope, since),
    "invoice items": () => holdRemoved(scope),
  };
  const notListed = await eachOrLog(
    scope,
    Object.entries(steps),
    async ([, step]) => {
      unread += await step();
    },
    { failure: "changes at the card provider could not be listed yet", name: ([of]) => ({ of }) },
  );
  return unread + notListed;
}

interface Facts extends Drift {
  isOurs: boolean;
  accountId: string | null;
  keyAccountId: string | null;
  isStopped?: boolean;
}

function report({ clock }: Scope, facts: Facts, results: Result[]): Report {
  const { ours, theirs, differences, isOurs, accountId, keyAccountId } = facts;
  const isStopped = facts.isStopped ?? areTooMany(differences, ours);
  return {
    state: !isOurs ? "ANOTHER_ACCOUNT" : isStopped ? "TOO_MANY" : "DONE",
    account_id: accountId,
    key_account_id: keyAccountId,
    checked_at: clock.now().toISOString(),
    ours,
    theirs,
    differences: differences.map((one, index) => viewDifference(one, results[index] ?? OPEN)),
  };
}

/** The public form of a difference and its result. */
export function viewDifference(one: Difference, result: Result): Report["differences"][number] {
  return {
    kind: one.kind,
    subscription_id: one.subscriptionId,
    provider_subscription_id: one.providerSubscriptionId,
    ours: one.ours,
    theirs: one.theirs,
    can_mend: AUTOMATIC_ACTIONS[one.kind] !== undefined,
    decision: MANUAL_ACTIONS[one.kind] ?? null,
    is_mended: result.outcome === "mended",
    outcome: result.outcome,
    mend_id: result.mendId,
    failure: result.failure,
  };
}
