import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, ProviderSubscription, UnreadableSubscription } from "../port.ts";
import { cancelAndPause } from "./cancel-and-pause.ts";
import { changeSubscription, dropUnpaidChange, removeEmptyItems } from "./change-subscription.ts";
import { dropEndedChange } from "./drop-ended-change.ts";
import { endAndRefund } from "./end-and-refund.ts";
import { endTrial, hasPaymentMethod, readChargedCard } from "./end-trial.ts";
import { callStripe, isMissing, listAll } from "./errors.ts";
import { previewChange } from "./preview.ts";
import { previewPeriod } from "./preview-period.ts";
import { dropScheduledChange, exchangeItems, readSchedule, scheduleChange } from "./schedules.ts";
import { startSubscription } from "./start-subscription.ts";
import { viewSubscription } from "./subscription-view.ts";

type Subscriptions = Pick<
  CardProvider,
  | "startSubscription"
  | "changeSubscription"
  | "dropUnpaidChange"
  | "removeEmptyItems"
  | "dropEndedChange"
  | "previewChange"
  | "previewPeriod"
  | "setEnding"
  | "pauseSubscription"
  | "resumeSubscription"
  | "readSubscription"
  | "findSubscription"
  | "cancelSubscription"
  | "endAndRefund"
  | "endTrial"
  | "hasPaymentMethod"
  | "readChargedCard"
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
    startSubscription: (input) => callStripe(() => startSubscription(stripe, input)),
    changeSubscription: (input) => callStripe(() => changeSubscription(stripe, input)),
    dropUnpaidChange: (input) => callStripe(() => dropUnpaidChange(stripe, input)),
    removeEmptyItems: (id) => callStripe(() => removeEmptyItems(stripe, id)),
    dropEndedChange: (input) => callStripe(() => dropEndedChange(stripe, input)),
    previewChange: (input) => callStripe(() => previewChange(stripe, input)),
    previewPeriod: (input) => callStripe(() => previewPeriod(stripe, input)),
    ...cancelAndPause(stripe),
    readSubscription: (id) =>
      callStripe(async () => {
        try {
          return await viewSubscription(stripe, await stripe.subscriptions.retrieve(id));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    findSubscription: ({ customerId, subscriptionId }) =>
      callStripe(async () => {
        // Lists instead of searching: Stripe's search index lags by up to a minute.
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
    cancelSubscription: ({ id }) => callStripe(() => cancel(stripe, id)),
    endTrial: (input) => callStripe(() => endTrial(stripe, input)),
    hasPaymentMethod: (id) => callStripe(() => hasPaymentMethod(stripe, id)),
    readChargedCard: (id) => callStripe(() => readChargedCard(stripe, id)),
    endAndRefund: (input) => callStripe(() => endAndRefund(stripe, input)),
    scheduleChange: (input) => callStripe(() => scheduleChange(stripe, input)),
    dropScheduledChange: (input) => callStripe(() => dropScheduledChange(stripe, input)),
    exchangePrices: ({ id, items }) =>
      callStripe(async () => {
        await exchangeItems(stripe, await stripe.subscriptions.retrieve(id), items);
      }),
    listSubscriptions: () =>
      listAll(
        () => stripe.subscriptions.list({ status: "all", limit: 100 }),
        (subscription) => viewSubscription(stripe, subscription),
      ),
    listSubscriptionPage: (input) => callStripe(() => listPage(stripe, input)),
    readSchedule: (id) => callStripe(() => readSchedule(stripe, id)),
    tagSubscription: ({ id, tenantId, subscriptionId }) =>
      callStripe(async () => {
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
    // The subscription to start after does not exist.
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

/**
 * Voids the invoice of a change that waits for its cardholder first: Stripe only stops collecting the open invoices of a subscription that
 * ends (https://docs.stripe.com/api/subscriptions/cancel), so that the cardholder could still confirm the payment, for nothing. Stripe
 * ignores idempotency keys on DELETE and answers 404 for an ended subscription, which we accept.
 */
async function cancel(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  try {
    await dropUnpaidChange(stripe, { id, items: [], prorationDate: null });
    return await viewSubscription(stripe, await stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const ended = await stripe.subscriptions.retrieve(id);
    if (ended.ended_at === null) throw error;
    return viewSubscription(stripe, ended);
  }
}
