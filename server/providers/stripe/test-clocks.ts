import type Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";

type Calls = Pick<CardProvider, "createTestClock" | "advanceTestClock" | "readTestClock" | "deleteTestClock">;

/** Stripe's test clocks: https://docs.stripe.com/billing/testing/test-clocks. */
export function testClocks(stripe: Stripe): Calls {
  const clocks = stripe.testHelpers.testClocks;
  return {
    createTestClock: ({ name, now, idempotencyKey }) =>
      callStripe(async () => {
        const clock = await clocks.create({ name, frozen_time: seconds(now) }, { idempotencyKey });
        return { id: clock.id };
      }),
    advanceTestClock: ({ id, to }) =>
      callStripe(async () => {
        const clock = await clocks.retrieve(id);
        const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time;
        if (target < seconds(to)) await clocks.advance(id, { frozen_time: seconds(to) });
      }),
    readTestClock: (id) =>
      callStripe(async () => {
        try {
          const clock = await clocks.retrieve(id);
          return { now: new Date(clock.frozen_time * 1000), isReady: clock.status === "ready" };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    deleteTestClock: (id) =>
      callStripe(async () => {
        try {
          await clocks.del(id);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
  };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
