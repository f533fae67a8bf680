import { z } from "zod";
import { EmailInput, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

/** A new password: 8 to 128 characters. */
export const NewPassword = z.string().min(8).max(128).meta({ description: "The new password." });

export const ConfirmPasswordReset = z
  .strictObject({
    token: text(255).meta({ description: "The reset token." }),
    password: NewPassword,
  })
  .meta({ id: "ConfirmPasswordResetRequest" });

export const RequestPasswordReset = z
  .strictObject({ email: EmailInput })
  .meta({ id: "PasswordResetRequest" });

export const ChangePassword = z
  .strictObject({
    current_password: z.string().min(1).max(1024).meta({ description: "The present password." }),
    password: NewPassword,
  })
  .meta({ id: "ChangePasswordRequest" });

export const Done = z.object({ success: z.literal(true), message: z.string() }).meta({ id: "Done" });

const shared = {
  method: "POST",
  tag: "Auth",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
} as const;

/** docs/interface.md 4.2. */
export const confirmPasswordResetMeta = operation({
  ...shared,
  path: "/v1/auth/password/confirm",
  isAtomic: true,
  summary: "Complete a password reset",
  description:
    "Sets a new password by the token of the mail. The token works once, for 30 minutes. All sessions end.",
  errors: ["password_reset_link_invalid", "password_too_weak", "too_many_requests"],
});

export const requestPasswordResetMeta = operation({
  ...shared,
  path: "/v1/auth/password/reset",
  summary: "Ask for a password reset",
  description:
    "Mails a link when the address is known. The response and its time are the same when it is not.",
  errors: ["too_many_requests"],
});

export const changePasswordMeta = operation({
  ...shared,
  path: "/v1/auth/password/change",
  isAtomic: true,
  security: "app+jwt",
  isForEndUsers: true,
  isForPortal: false,
  role: "VIEWER",
  summary: "Change one's own password",
  description: "For a signed-in user. All of the user's other sessions end.",
  errors: ["password_too_weak", "user_token_required", "current_password_wrong", "too_many_requests"],
});
