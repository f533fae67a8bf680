import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, ProviderSubscription, UnreadableSubscription } from "../port.ts";
import { changeSubscription, dropUnpaidChange } from "./change-subscription.ts";
import { endAndRefund } from "./end-and-refund.ts";
import { endTrial, readCardFingerprint } from "./end-trial.ts";
import { endingAndPausing } from "./ending.ts";
import { asking, isMissing, listing } from "./errors.ts";
import { previewChange } from "./preview.ts";
import { dropScheduledChange, exchangeItems, readSchedule, scheduleChange } from "./schedules.ts";
import { startSubscription } from "./start-subscription.ts";
import { viewSubscription } from "./subscription-view.ts";

type Subscriptions = Pick<
  CardProvider,
  | "startSubscription"
  | "changeSubscription"
  | "dropUnpaidChange"
  | "previewChange"
  | "setEnding"
  | "pauseSubscription"
  | "resumeSubscription"
  | "readSubscription"
  | "findSubscription"
  | "cancelSubscription"
  | "endAndRefund"
  | "endTrial"
  | "readCardFingerprint"
  | "scheduleChange"
  | "dropScheduledChange"
  | "exchangePrices"
  | "listSubscriptions"
  | "listSubscriptionPage"
  | "readSchedule"
  | "tagSubscription"
>;

/** Subscriptions at Stripe. */
export function subscriptions(stripe: Stripe): Subscriptions {
  return {
    startSubscription: (input) => asking(() => startSubscription(stripe, input)),
    changeSubscription: (input) => asking(() => changeSubscription(stripe, input)),
    dropUnpaidChange: (input) => asking(() => dropUnpaidChange(stripe, input)),
    previewChange: (input) => asking(() => previewChange(stripe, input)),
    ...endingAndPausing(stripe),
    readSubscription: (id) =>
      asking(async () => {
        try {
          return await viewSubscription(stripe, await stripe.subscriptions.retrieve(id));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    findSubscription: ({ customerId, subscriptionId }) =>
      asking(async () => {
        // Listed, not searched for: search at Stripe lags behind by up to a minute.
        for await (const subscription of stripe.subscriptions.list({
          customer: customerId,
          status: "all",
          limit: 100,
        })) {
          if (subscription.metadata.usher_subscription === subscriptionId)
            return viewSubscription(stripe, subscription);
        }
        return null;
      }),
    cancelSubscription: ({ id }) => asking(() => cancel(stripe, id)),
    endTrial: (input) => asking(() => endTrial(stripe, input)),
    readCardFingerprint: (id) => asking(() => readCardFingerprint(stripe, id)),
    endAndRefund: (input) => asking(() => endAndRefund(stripe, input)),
    scheduleChange: (input) => asking(() => scheduleChange(stripe, input)),
    dropScheduledChange: (input) => asking(() => dropScheduledChange(stripe, input)),
    exchangePrices: ({ id, items }) =>
      asking(async () => exchangeItems(stripe, await stripe.subscriptions.retrieve(id), items)),
    listSubscriptions: () =>
      listing(
        () => stripe.subscriptions.list({ status: "all", limit: 100 }),
        (subscription) => viewSubscription(stripe, subscription),
      ),
    listSubscriptionPage: (input) => asking(() => listPage(stripe, input)),
    readSchedule: (id) => asking(() => readSchedule(stripe, id)),
    tagSubscription: ({ id, tenantId, subscriptionId }) =>
      asking(async () => {
        const metadata = { usher_tenant: tenantId, usher_subscription: subscriptionId };
        await stripe.subscriptions.update(id, { metadata });
      }),
  };
}

async function listPage(
  stripe: Stripe,
  { limit, after }: Parameters<Subscriptions["listSubscriptionPage"]>[0],
) {
  const start = after === null ? {} : { starting_after: after };
  const page = await stripe.subscriptions.list({ status: "all", limit, ...start }).catch((error) => {
    // What it was to start after is not there.
    if (after !== null && isMissing(error)) return null;
    throw error;
  });
  if (page === null) return null;
  const data = await Promise.all(page.data.map((one) => viewOrReason(stripe, one)));
  return { data, hasMore: page.has_more };
}

async function viewOrReason(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription | UnreadableSubscription> {
  try {
    return await viewSubscription(stripe, subscription);
  } catch (error) {
    if (!(error instanceof ApiError && error.cause instanceof Error)) throw error;
    return { id: subscription.id, unreadable: error.cause.message };
  }
}

/** Stripe takes no idempotency keys on DELETE and knows an ended subscription no more: that it is over is what counts. */
async function cancel(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  try {
    return await viewSubscription(stripe, await stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const ended = await stripe.subscriptions.retrieve(id);
    if (ended.ended_at === null) throw error;
    return viewSubscription(stripe, ended);
  }
}
