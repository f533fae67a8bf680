import { addSeconds } from "../../../platform/clock.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import { afterDue, BY_ID, type Due, doDueWork } from "../../../platform/due-work.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeBeforePackChange } from "../periods/close-ended-periods.ts";
import { applyPendingPack } from "./change/change-pack.ts";
import { dropEndedChange } from "./change/drop-ended-change.ts";
import { IS_DRAFT_OF_ENDED, settleEndedDrafts } from "./end/settle-ended-drafts.ts";
import { syncConfirmed } from "./start/sync-started.ts";
import { leaveUnpaid } from "./sync/leave-unpaid.ts";
import { recoverOperation } from "./sync/recover-operations.ts";
import { syncCounters } from "./sync/sync-counters.ts";

/** Below the 15 minutes after which the queue (pg-boss) gives a job up, whatever its last operation takes. */
const RECOVERIES = { items: 100, seconds: 300 };

/**
 * Finishes operations at the card provider that a crash interrupted, those whose lease ended first before the others. One that
 * fails gets a new lease or ends its own now, so that it comes after those that were not tried yet.
 */
export async function recoverAbandonedOperations(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "recover-operation",
    limit: RECOVERIES,
    find: (_, take) =>
      db.providerOperation.findMany({
        where: { status: "PENDING", leaseUntil: { lte: clock.now() } },
        select: { tenantId: true, id: true },
        orderBy: [{ leaseUntil: "asc" }, { id: "asc" }],
        take,
      }),
    work: (scope, { id }) => recoverOperation(scope, id),
  });
}

/** Stripe keeps a subscription incomplete for 23 hours: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses. */
const CONFIRMED_WITHIN_SECONDS = 24 * 3600;

/**
 * Ends starts that their cardholders did not confirm in time, or whose account was left, so that the trial and the granted terms which they claimed are free
 * again. One that cannot be ended is tried again a day later.
 */
export async function endUnconfirmedStarts(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "end-unconfirmed-start",
    limit: RECOVERIES,
    find: (_, take) => db.$queryRaw<UnconfirmedStart[]>`
      select o.tenant_id as "tenantId", o.id, o.customer_id as "customerId", o.product_id as "productId"
      from provider_operations o
      where o.kind = 'START' and o.status = 'FAILED'
        and o.failure_code in ('K7002', 'LEFT')
        and (o.failure_code = 'LEFT' or o.updated_at <= ${addSeconds(clock.now(), -CONFIRMED_WITHIN_SECONDS)})
        and (exists (select 1 from trial_uses t where t.tenant_id = o.tenant_id and t.subscription_id = o.subscription_id)
          or exists (
            select 1 from customer_grants g
            where g.tenant_id = o.tenant_id and g.subscription_id = o.subscription_id and g.used_at is null))
      order by o.updated_at limit ${take}`,
    work: async (scope, { tenantId, id, customerId, productId }) => {
      const updatedAt = clock.now();
      await db.providerOperation.update({ where: { tenantId_id: { tenantId, id } }, data: { updatedAt } });
      await syncConfirmed(scope, customerId, productId);
    },
  });
}

interface UnconfirmedStart extends Due {
  customerId: string;
  productId: string;
}

/**
 * Drops changes that waited for their cardholder when their subscription ended, where the call that ended it, or the callback that told of
 * it, could not.
 */
export async function dropEndedChanges(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "drop-ended-change",
    limit: RECOVERIES,
    find: (_, take) => services.db.$queryRaw<Due[]>`
      select distinct s.tenant_id as "tenantId", s.id from provider_operations o
      join subscriptions s on s.tenant_id = o.tenant_id and s.id = o.subscription_id
      where o.kind = 'CHANGE_PLAN' and o.status = 'FAILED' and o.failure_code = 'K7002'
        and s.status = 'CANCELED' and s.provider = 'PROVIDER_A' and s.provider_subscription_id is not null
      order by s.tenant_id, s.id limit ${take}`,
    work: (scope, { id }) => dropEndedChange(scope, id),
  });
}

/**
 * Settles the drafts of subscriptions that were UNPAID, where a crash or a refusal of the card provider left some. Of those that
 * are UNPAID, the ones whose last issued invoice is paid.
 */
export async function settleUnpaidTimes(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "settle-unpaid-time",
    limit: RECOVERIES,
    find: (_, take) => services.db.$queryRaw<Due[]>`
      select s.tenant_id as "tenantId", s.id from subscriptions s
      where s.unpaid_since is not null and s.provider = 'PROVIDER_A' and s.status <> 'PAUSED'
        and (s.status <> 'UNPAID' or (
          select i.status = 'PAID' from invoices i
          where i.tenant_id = s.tenant_id and i.subscription_id = s.id and i.issued_at is not null
          order by i.issued_at desc limit 1))
      order by random() limit ${take}`,
    work: (scope, { id }) => leaveUnpaid(scope, id),
  });
}

/** A draft that could not be settled is tried again so much later. */
const DRAFT_RETRY_SECONDS = 3600;

/**
 * Settles drafts that subscriptions on cards left when they ended, where a crash or a refusal of the card provider left some. Drafts that
 * are not known here come with their callback or the hourly comparison.
 */
export async function settleEndedSubscriptions(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "settle-ended-drafts",
    limit: RECOVERIES,
    find: (_, take) => db.$queryRaw<Due[]>`
      select distinct s.tenant_id as "tenantId", s.id from invoices i
      join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
      where ${Prisma.raw(IS_DRAFT_OF_ENDED)}
        and (i.checked_at is null or i.checked_at <= ${addSeconds(clock.now(), -DRAFT_RETRY_SECONDS)})
      limit ${take}`,
    work: async (scope, { tenantId, id }) => {
      // Before it is tried, so that one that fails is not the first again.
      const where = { tenantId, subscriptionId: id, provider: BY_CARD, status: "DRAFT" } as const;
      await db.invoice.updateMany({ where, data: { checkedAt: clock.now() } });
      await settleEndedDrafts(scope, id);
    },
  });
}

/**
 * Applies every pack, and on cards every plan, that was to change by now. A plan changes when the card provider has renewed: it is asked,
 * in case its callback was lost. Test clocks have their own time.
 */
export async function applyDueChanges(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "apply-change",
    find: (after, take) => {
      const isDue = { lte: clock.now() };
      return db.subscription.findMany({
        where: {
          OR: [
            { pendingPackId: { not: null }, pendingPackAt: isDue },
            // What we invoice changes when it renews.
            {
              provider: BY_CARD,
              pendingPlanPriceId: { not: null },
              pendingChangeAt: isDue,
              status: { not: "PAUSED" },
            },
          ],
          customer: { testClockId: null },
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true, customerId: true, provider: true, pendingPlanPriceId: true },
        orderBy: BY_ID,
        take,
      });
    },
    work: async (scope, { id, customerId, provider, pendingPlanPriceId }) => {
      if (provider === BY_CARD && pendingPlanPriceId !== null) await syncCounters(scope, id);
      // What was used until the period's end was used under the old pack, whose terms decide what it bills.
      await closeBeforePackChange(scope, { subscriptionId: id, customerId });
      await applyPendingPack(scope, id);
    },
  });
}
