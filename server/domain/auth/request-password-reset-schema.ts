import { operation } from "../../platform/schema/operation.ts";

export const requestPasswordResetMeta = operation({
  method: "POST",
  tag: "Auth",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
  path: "/v1/auth/password/reset",
  summary: "Ask for a password reset",
  description:
    "Mails a link when the address is known. The response and its time are the same when it is not.",
  errors: ["too_many_requests"],
});
