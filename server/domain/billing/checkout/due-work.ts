import { addSeconds } from "../../../platform/clock.ts";
import { afterDue, BY_ID, doDueWork, runAll } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { closePage } from "../subscriptions/open-checkouts.ts";
import { finishSurplus } from "../subscriptions/surplus-subscriptions.ts";
import { findUnpaidVisitors, removeUnpaidVisitor } from "./remove-unpaid-visitor.ts";

/** What a request does not finish in this time is left to the worker. */
const ABANDONED_SECONDS = 60;

const abandonedBefore = ({ clock }: Services) => addSeconds(clock.now(), -ABANDONED_SECONDS);

/** Closes superseded checkout pages, and ends surplus subscriptions, that a request left to do. */
export async function finishCheckouts(services: Services): Promise<void> {
  await runAll([() => closePages(services), () => finishSurpluses(services)]);
}

async function closePages(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "close-checkout-page",
    find: (after, take) =>
      services.db.checkoutSession.findMany({
        where: { status: "OPEN", supersededAt: { lte: abandonedBefore(services) }, AND: afterDue(after) },
        select: { tenantId: true, id: true, providerSessionId: true },
        orderBy: BY_ID,
        take,
      }),
    work: async (scope, page) => {
      const completed = await closePage(scope, page);
      if (completed !== null) await syncFromProvider(scope, completed);
    },
  });
}

async function finishSurpluses(services: Services): Promise<void> {
  await doDueWork(services, {
    name: "end-surplus-subscription",
    find: (after, take) =>
      services.db.surplusSubscription.findMany({
        where: { status: "PENDING", updatedAt: { lte: abandonedBefore(services) }, AND: afterDue(after) },
        select: { tenantId: true, id: true, providerSubscriptionId: true },
        orderBy: BY_ID,
        take,
      }),
    work: (scope, { providerSubscriptionId }) => finishSurplus(scope, providerSubscriptionId),
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
