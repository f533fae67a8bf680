import type { Terms } from "../grants/load-grants.ts";
import type { Phase } from "./phases.ts";

/** What a phase of a subscription's terms sold. */
export function soldUnder({ collecting, ...phase }: Phase): Terms {
  const { customerId, packId, currency, interval, drivers, provider } = phase;
  return { customerId, packId, currency, interval, drivers, provider, isTrial: collecting === "TRIAL" };
}
