import { expireInvitation } from "../domain/admission/invitations/expire-invitation.ts";
import { sealAudit } from "../domain/audit/seal-audit.ts";
import { mendDrift } from "../domain/billing/card-provider/drift/drift.ts";
import {
  closeSupersededPages,
  finishSurplusSubscriptions,
} from "../domain/billing/checkout/finish-checkouts.ts";
import { continueMigration } from "../domain/billing/pack-migrations/continue-migration.ts";
import { closeEndedPeriods } from "../domain/billing/periods/close-ended-periods.ts";
import { processProviderEvent } from "../domain/billing/provider-events/process-event.ts";
import { applyPendingPack } from "../domain/billing/subscriptions/change/change-pack.ts";
import { applyPendingChange } from "../domain/billing/subscriptions/change/pending-change.ts";
import { recoverOperation } from "../domain/billing/subscriptions/sync/recover-operations.ts";
import { carryOutErasure } from "../domain/privacy/carry-out-erasure.ts";
import { stepClock } from "../domain/test-clocks/advance-clock.ts";
import type { Services } from "../platform/scope.ts";
import { tendManualInvoicing } from "./manual-invoicing.ts";
import type { JobHandlers } from "./queue.ts";
import { scopeOf } from "./scope-of.ts";
import { tidy } from "./tidy.ts";
import { sweepVisitors } from "./visitors.ts";

const AT_ONCE = 100;
/** A stored callback that was not handled for this long is queued again. */
const FORGOTTEN_SECONDS = 60;

/** What each job does: one operation of an area. */
export function createJobHandlers(services: Services): JobHandlers {
  return {
    "provider-event": async ({ tenantId, id }) => processProviderEvent(await scopeOf(services, tenantId), id),
    "pack-migration": async ({ tenantId, id }) => continueMigration(await scopeOf(services, tenantId), id),
    erasure: async ({ tenantId, id }) => carryOutErasure(await scopeOf(services, tenantId), id),
    recover: async () => {
      await recoverOperations(services);
      await finishCheckouts(services);
      await pickUpEvents(services);
      await pickUpMigrations(services);
      await pickUpErasures(services);
    },
    "lapse-invitations": () => lapseInvitations(services),
    "close-periods": async () => {
      await closePeriods(services);
      await applyPending(services);
    },
    "manual-invoicing": () => tendManualInvoicing(services),
    "move-clocks": () => moveClocks(services),
    "seal-audit": () => sealAudit(services),
    reconcile: () => reconcile(services),
    tidy: async () => {
      await tidy(services);
      await sweepVisitors(services);
    },
  };
}

async function recoverOperations(services: Services): Promise<void> {
  const abandoned = await services.db.providerOperation.findMany({
    where: { status: "PENDING", leaseUntil: { lte: services.clock.now() } },
    select: { tenantId: true, id: true },
    orderBy: { leaseUntil: "asc" },
    take: AT_ONCE,
  });
  for (const { tenantId, id } of abandoned) {
    try {
      await recoverOperation(await scopeOf(services, tenantId), id);
    } catch (error) {
      services.log.error(
        { err: error, tenant_id: tenantId, operation_id: id },
        "an abandoned operation could not be finished yet",
      );
    }
  }
}

/** Pages to be closed and subscriptions to be ended at the provider, which a request could not, or did not live to, see to. */
async function finishCheckouts(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - FORGOTTEN_SECONDS * 1000);
  const [open, surplus] = await Promise.all([
    services.db.checkoutSession.findMany({
      where: { status: "OPEN", supersededAt: { lte: before } },
      select: { tenantId: true },
      distinct: ["tenantId"],
    }),
    services.db.surplusSubscription.findMany({
      where: { status: "PENDING", updatedAt: { lte: before } },
      select: { tenantId: true },
      distinct: ["tenantId"],
    }),
  ]);
  const work = [
    ...open.map(({ tenantId }) => ({ tenantId, finish: closeSupersededPages })),
    ...surplus.map(({ tenantId }) => ({ tenantId, finish: finishSurplusSubscriptions })),
  ];
  for (const { tenantId, finish } of work) {
    try {
      await finish(await scopeOf(services, tenantId));
    } catch (error) {
      services.log.error({ err: error, tenant_id: tenantId }, "checkouts could not be finished yet");
    }
  }
}

async function lapseInvitations(services: Services): Promise<void> {
  const where = { usedAt: null, revokedAt: null, lapsedAt: null, expiresAt: { lte: services.clock.now() } };
  for (;;) {
    const lapsed = await services.db.invitationToken.findMany({
      where,
      select: { tenantId: true, id: true },
      orderBy: { expiresAt: "asc" },
      take: AT_ONCE,
    });
    for (const { tenantId, id } of lapsed) await expireInvitation(await scopeOf(services, tenantId), id);
    if (lapsed.length < AT_ONCE) return;
  }
}

async function closePeriods(services: Services): Promise<void> {
  const where = {
    settledAt: null,
    periodEnd: { lte: services.clock.now() },
    customer: { testClockId: null },
  };
  const tenants = await services.db.usageRecord.findMany({
    where,
    select: { tenantId: true },
    distinct: ["tenantId"],
  });
  for (const { tenantId } of tenants) {
    try {
      await closeEndedPeriods(await scopeOf(services, tenantId));
    } catch (error) {
      services.log.error({ err: error, tenant_id: tenantId }, "periods of a tenant could not be closed yet");
    }
  }
}

/** Moves every subscription whose pack migration is due, also a whole plan's at a month's end; failures are retried in a minute. */
async function applyPending(services: Services): Promise<void> {
  for (let after = ""; ; ) {
    const due = await services.db.subscription.findMany({
      where: {
        id: { gt: after },
        OR: [
          { pendingPackId: { not: null }, pendingPackAt: { lte: services.clock.now() } },
          // What is invoiced by us changes when its period is rolled over.
          {
            provider: "PROVIDER_A",
            pendingPlanPriceId: { not: null },
            pendingChangeAt: { lte: services.clock.now() },
          },
        ],
        customer: { testClockId: null },
      },
      select: { tenantId: true, id: true, customerId: true },
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    for (const subscription of due) await applyOne(services, subscription);
    const last = due.at(-1);
    if (!last || due.length < AT_ONCE) return;
    after = last.id;
  }
}

async function applyOne(
  services: Services,
  { tenantId, id, customerId }: { tenantId: string; id: string; customerId: string },
): Promise<void> {
  try {
    const scope = await scopeOf(services, tenantId);
    // What was used until the period's end was used under the old pack, whose terms decide what it bills.
    await closeEndedPeriods(scope, { subscriptionId: id, customerId });
    await applyPendingPack(scope, id);
    await applyPendingChange(scope, id);
  } catch (error) {
    services.log.error(
      { err: error, tenant_id: tenantId, subscription_id: id },
      "a pack or plan that is due could not be applied yet",
    );
  }
}

/** Migrations whose worker was killed: nothing has moved on them for a minute. */
async function pickUpMigrations(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - FORGOTTEN_SECONDS * 1000);
  const left = await services.db.packMigration.findMany({
    where: {
      updatedAt: { lte: before },
      OR: [
        { status: { in: ["PENDING", "RUNNING"] } },
        { status: "ROLLED_BACK", rolledBack: { lt: services.db.packMigration.fields.moved } },
      ],
    },
    select: { tenantId: true, id: true },
    take: AT_ONCE,
  });
  for (const migration of left) await services.jobs.send("pack-migration", migration);
}

async function pickUpErasures(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - FORGOTTEN_SECONDS * 1000);
  const left = await services.db.erasure.findMany({
    where: { status: { in: ["PENDING", "RUNNING"] }, updatedAt: { lte: before } },
    select: { tenantId: true, id: true },
    take: AT_ONCE,
  });
  for (const erasure of left) await services.jobs.send("erasure", erasure);
}

async function moveClocks(services: Services): Promise<void> {
  // The request that advanced it has had a minute to finish.
  const before = new Date(services.clock.now().getTime() - FORGOTTEN_SECONDS * 1000);
  const left = await services.db.testClock.findMany({
    where: { advancingTo: { not: null }, updatedAt: { lte: before } },
    take: AT_ONCE,
  });
  for (const { tenantId, id } of left) {
    // One that cannot go on holds no other up.
    await stepClock(await scopeOf(services, tenantId), id).catch((error: unknown) =>
      services.log.error(
        { err: error, tenant_id: tenantId, clock_id: id },
        "a test clock could not move on yet",
      ),
    );
  }
}

async function pickUpEvents(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - FORGOTTEN_SECONDS * 1000);
  const forgotten = await services.db.providerEvent.findMany({
    where: { processedAt: null, receivedAt: { lte: before } },
    select: { tenantId: true, id: true },
    orderBy: { receivedAt: "asc" },
    take: AT_ONCE,
  });
  for (const event of forgotten) await services.jobs.send("provider-event", event);
}

async function reconcile(services: Services): Promise<void> {
  const accounts = await services.db.providerAccount.findMany({
    where: { provider: "PROVIDER_A" },
    select: { tenantId: true },
  });
  for (const { tenantId } of accounts) {
    try {
      const { state, differences, account_id, key_account_id } = await mendDrift(
        await scopeOf(services, tenantId),
      );
      if (state !== "DONE")
        services.log.error(
          { tenant_id: tenantId, state, account_id, key_account_id, differences: differences.length },
          "the comparison with the card provider stopped: a person must look at it",
        );
      for (const difference of differences)
        services.log.warn({ tenant_id: tenantId, ...difference }, "we differed from the card provider");
    } catch (error) {
      services.log.error({ err: error, tenant_id: tenantId }, "the card provider could not be compared yet");
    }
  }
}
