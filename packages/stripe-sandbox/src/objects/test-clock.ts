import type Stripe from "stripe";
import { newId } from "../ids.ts";

const DAYS_KEPT = 30;

/** A clock whose time does not pass until it is advanced. */
export function makeTestClock(
  now: number,
  frozenTime: number,
  name: string | null,
): Stripe.TestHelpers.TestClock {
  return {
    id: newId("clock"),
    object: "test_helpers.test_clock",
    created: now,
    deletes_after: now + DAYS_KEPT * 86_400,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: "ready",
    status_details: {},
  };
}
