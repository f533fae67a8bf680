import { expireDueInvitations } from "../domain/admission/invitations/due-work.ts";
import { sealAudit } from "../domain/audit/seal-audit.ts";
import { deleteExpiredAuth } from "../domain/auth/due-work.ts";
import { deleteOldImportClaims, mendAllDrift } from "../domain/billing/card-provider/due-work.ts";
import { finishCheckouts, removeUnpaidVisitors } from "../domain/billing/checkout/due-work.ts";
import { resumeRequests } from "../domain/billing/corrections/due-work.ts";
import { sendDueReminders } from "../domain/billing/invoice-actions/reminders/due-work.ts";
import { finishWriteOffs } from "../domain/billing/invoices/due-work.ts";
import { continueMigration } from "../domain/billing/pack-migrations/continue-migration.ts";
import { queueAbandonedMigrations } from "../domain/billing/pack-migrations/due-work.ts";
import { closeDuePeriods } from "../domain/billing/periods/due-work.ts";
import { queueAbandonedEvents } from "../domain/billing/provider-events/due-work.ts";
import { handleStoredEvent } from "../domain/billing/provider-events/process-event.ts";
import { tellWhatIsAhead } from "../domain/billing/subscriptions/ahead/due-work.ts";
import { renewDueSubscriptions } from "../domain/billing/subscriptions/by-invoice/due-work.ts";
import {
  applyDueChanges,
  dropEndedChanges,
  endUnconfirmedStarts,
  recoverAbandonedOperations,
  settleEndedSubscriptions,
  settleUnpaidTimes,
} from "../domain/billing/subscriptions/due-work.ts";
import { resumeTaxIds } from "../domain/customers/due-work.ts";
import { carryOutErasure } from "../domain/privacy/carry-out-erasure.ts";
import { queueAbandonedErasures } from "../domain/privacy/due-work.ts";
import { moveAbandonedClocks } from "../domain/test-clocks/due-work.ts";
import { deleteOldWebhooks } from "../domain/webhooks/due-work.ts";
import { runAll, workerScope } from "../platform/due-work.ts";
import { deleteExpiredKeys } from "../platform/idempotency-keys.ts";
import type { Scope, Services } from "../platform/scope.ts";
import { deleteDroppedKeys } from "../platform/signing-keys.ts";
import { deleteOldCounts } from "../platform/throttle.ts";
import type { JobHandlers } from "./queue.ts";

type OfOne = (scope: Scope, id: string) => Promise<unknown>;
type OfAll = (services: Services) => Promise<unknown>;

/** What each job calls: operations of the areas, which know what is due. */
export function createJobHandlers(services: Services): JobHandlers {
  const one = (operation: OfOne) => async (job: { tenantId: string; id: string }) => {
    await operation(await workerScope(services, job.tenantId), job.id);
  };
  const all =
    (...operations: OfAll[]) =>
    () =>
      runAll(operations.map((operation) => () => operation(services)));
  return {
    "provider-event": one(handleStoredEvent),
    "pack-migration": one(continueMigration),
    erasure: one(carryOutErasure),
    // What only queues comes first: the others wait for card providers.
    recover: all(
      queueAbandonedEvents,
      queueAbandonedMigrations,
      queueAbandonedErasures,
      recoverAbandonedOperations,
      endUnconfirmedStarts,
      dropEndedChanges,
      resumeRequests,
      resumeTaxIds,
      finishCheckouts,
      finishWriteOffs,
    ),
    "lapse-invitations": all(expireDueInvitations),
    "close-periods": all(settleUnpaidTimes, settleEndedSubscriptions, closeDuePeriods, applyDueChanges),
    "manual-invoicing": all(renewDueSubscriptions, sendDueReminders),
    "tell-ahead": all(tellWhatIsAhead),
    "move-clocks": all(moveAbandonedClocks),
    "seal-audit": all(sealAudit),
    reconcile: all(mendAllDrift),
    tidy: all(
      deleteExpiredKeys,
      deleteOldCounts,
      deleteDroppedKeys,
      deleteExpiredAuth,
      deleteOldImportClaims,
      deleteOldWebhooks,
      removeUnpaidVisitors,
    ),
  };
}
