import type Stripe from "stripe";
import type { CardProvider, ProviderSubscription } from "../port.ts";
import { callStripe } from "./errors.ts";
import { releaseSchedule } from "./schedules.ts";
import { viewSubscription } from "./subscription-view.ts";

type Calls = Pick<CardProvider, "setEnding" | "pauseSubscription" | "resumeSubscription">;

const MAX_COMMENT_LENGTH = 500;

/** Cancels at the end of the period, pauses and resumes at Stripe. All three are idempotent. */
export function cancelAndPause(stripe: Stripe): Calls {
  return {
    setEnding: ({ id, atPeriodEnd, reason }) =>
      callStripe(async () => {
        // Remove a scheduled change of prices first: the subscription ends then.
        if (atPeriodEnd) await releaseSchedule(stripe, id);
        const comment = reason?.slice(0, MAX_COMMENT_LENGTH);
        const changed = await stripe.subscriptions.update(id, {
          cancel_at_period_end: atPeriodEnd,
          ...(atPeriodEnd && comment && { cancellation_details: { comment } }),
        });
        return viewSubscription(stripe, changed);
      }),
    pauseSubscription: (id) =>
      callStripe(async () => {
        const pause = { pause_collection: { behavior: "void" } } as const;
        return viewSubscription(stripe, await stripe.subscriptions.update(id, pause));
      }),
    resumeSubscription: (id) => callStripe(() => resume(stripe, id)),
  };
}

/** Resumes paused collection, or a subscription that Stripe itself paused (a trial that ended without a card). */
async function resume(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const current = await stripe.subscriptions.retrieve(id);
  // Resuming starts a new period, so nothing is prorated.
  if (current.status === "paused") return viewSubscription(stripe, await stripe.subscriptions.resume(id));
  if (current.pause_collection === null) return viewSubscription(stripe, current);
  return viewSubscription(stripe, await stripe.subscriptions.update(id, { pause_collection: "" }));
}
