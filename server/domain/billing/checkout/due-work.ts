import { addSeconds } from "../../../platform/clock.ts";
import { afterDue, BY_ID, doDueWork, runAll } from "../../../platform/due-work.ts";
import type { Scope, Services } from "../../../platform/scope.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { finishDuplicate } from "../subscriptions/duplicate-subscriptions.ts";
import { closePage } from "../subscriptions/open-checkouts.ts";
import { findUnpaidVisitors, removeUnpaidVisitor } from "./remove-unpaid-visitor.ts";

/** What a request does not finish in this time is left to the worker. */
const ABANDONED_SECONDS = 60;

const abandonedBefore = ({ clock }: Services) => addSeconds(clock.now(), -ABANDONED_SECONDS);

/** How long the provider's page can be completed, with an hour to spare (Stripe's Checkout Session: 24 hours from its creation). */
const OPEN_SECONDS = 25 * 3600;

/** What one run asks the provider for: the next run does what is left. */
const EXPIRIES = { items: 100, seconds: 60 };

/** Closes checkout pages that are superseded, left half open or not completed in time, and ends duplicate subscriptions. */
export async function finishCheckouts(services: Services): Promise<void> {
  await runAll([
    () => closePages(services),
    () => closeExpiredPages(services),
    () => finishDuplicates(services),
  ]);
}

async function closePages(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "close-checkout-page",
    find: (after, take) =>
      services.db.checkoutSession.findMany({
        where: {
          status: "OPEN",
          OR: [
            { supersededAt: { lte: abandonedBefore(services) } },
            // The process that was to open it at the provider has ended.
            { providerSessionId: null, createdAt: { lte: abandonedBefore(services) } },
          ],
          AND: afterDue(after),
        },
        select: PAGE,
        orderBy: BY_ID,
        take,
      }),
    work: (scope, page) => close(scope, page),
  });
}

/** A page that was not completed in time gives back what it had claimed. One that cannot be closed is tried again a day later. */
async function closeExpiredPages(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "close-expired-checkout-page",
    limit: EXPIRIES,
    find: (_, take) =>
      db.checkoutSession.findMany({
        where: { status: "OPEN", updatedAt: { lte: addSeconds(clock.now(), -OPEN_SECONDS) } },
        select: PAGE,
        orderBy: { updatedAt: "asc" },
        take,
      }),
    work: async (scope, page) => {
      const { tenantId, id } = page;
      const updatedAt = clock.now();
      await db.checkoutSession.update({ where: { tenantId_id: { tenantId, id } }, data: { updatedAt } });
      await close(scope, page);
    },
  });
}

const PAGE = { tenantId: true, id: true, subscriptionId: true, providerSessionId: true } as const;

async function close(scope: Scope, page: Parameters<typeof closePage>[1]): Promise<void> {
  const completed = await closePage(scope, page);
  if (completed !== null) await syncFromProvider(scope, completed);
}

async function finishDuplicates(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "end-surplus-subscription",
    find: (after, take) =>
      services.db.surplusSubscription.findMany({
        where: { status: "PENDING", updatedAt: { lte: abandonedBefore(services) }, AND: afterDue(after) },
        select: { tenantId: true, id: true, providerSubscriptionId: true },
        orderBy: BY_ID,
        take,
      }),
    work: (scope, { providerSubscriptionId }) => finishDuplicate(scope, providerSubscriptionId),
  });
}

/** Removes the customers of visitors who never paid. */
export async function removeUnpaidVisitors(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "remove-unpaid-visitor",
    find: (after, limit) => findUnpaidVisitors(services, after, limit),
    work: (scope, { id }) => removeUnpaidVisitor(scope, id),
  });
}
