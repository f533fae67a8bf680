import { operation } from "../../../platform/schema/operation.ts";

export const waitlistPositionMeta = operation({
  method: "GET",
  path: "/v1/waitlist/position",
  tag: "Waitlist",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 120, seconds: 60 },
  summary: "Look up a position on the waitlist",
  description:
    "By the entry's referral code, which its mail carries; reveals no address. Where the tenant counts referrals, an entry that " +
    "brought more people is further ahead; equal numbers keep the order of joining.",
  errors: ["waitlist_entry_not_found", "too_many_requests"],
});
