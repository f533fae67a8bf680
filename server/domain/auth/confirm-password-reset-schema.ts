import { operation } from "../../platform/schema/operation.ts";

/** docs/interface.md 4.2. */
export const confirmPasswordResetMeta = operation({
  method: "POST",
  tag: "Auth",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
  path: "/v1/auth/password/confirm",
  isAtomic: true,
  summary: "Complete a password reset",
  description:
    "Sets a new password by the token of the mail. The token works once, for 30 minutes. All sessions end.",
  errors: ["password_reset_link_invalid", "password_too_weak", "too_many_requests"],
});
