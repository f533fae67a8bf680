import type Stripe from "stripe";
import type { CardProvider, ProviderSubscription } from "../port.ts";
import { asking } from "./errors.ts";
import { releaseSchedule } from "./schedules.ts";
import { viewSubscription } from "./subscription-view.ts";

type Calls = Pick<CardProvider, "setEnding" | "pauseSubscription" | "resumeSubscription">;

const MAX_COMMENT_LENGTH = 500;

/** Ending with the period, pausing and resuming at Stripe: all of them set a state, so that again changes nothing. */
export function endingAndPausing(stripe: Stripe): Calls {
  return {
    setEnding: ({ id, atPeriodEnd, reason }) =>
      asking(async () => {
        // What ends with its period does not move to other prices then.
        if (atPeriodEnd) await releaseSchedule(stripe, id);
        const comment = reason?.slice(0, MAX_COMMENT_LENGTH);
        const changed = await stripe.subscriptions.update(id, {
          cancel_at_period_end: atPeriodEnd,
          ...(atPeriodEnd && comment && { cancellation_details: { comment } }),
        });
        return viewSubscription(stripe, changed);
      }),
    pauseSubscription: (id) =>
      asking(async () => {
        const pause = { pause_collection: { behavior: "void" } } as const;
        return viewSubscription(stripe, await stripe.subscriptions.update(id, pause));
      }),
    resumeSubscription: (id) => asking(() => resume(stripe, id)),
  };
}

/** Collection that was paused is taken up; a subscription that Stripe itself paused (a trial without a card) is resumed. */
async function resume(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const current = await stripe.subscriptions.retrieve(id);
  // A new period begins with it, so that nothing is prorated.
  if (current.status === "paused") return viewSubscription(stripe, await stripe.subscriptions.resume(id));
  if (current.pause_collection === null) return viewSubscription(stripe, current);
  return viewSubscription(stripe, await stripe.subscriptions.update(id, { pause_collection: "" }));
}
