import { operation } from "../../../platform/schema/operation.ts";

export const confirmEntryMeta = operation({
  method: "POST",
  path: "/v1/waitlist/confirm",
  tag: "Waitlist",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
  summary: "Confirm the address of a waitlist entry",
  description:
    "By the entry's referral code, which the mail about joining carries to its reader. From then on the entry counts for the person " +
    "who referred it. Again changes nothing. Call it when a person presses a button: mail programs follow links, too.",
  errors: ["waitlist_entry_not_found", "too_many_requests"],
});
