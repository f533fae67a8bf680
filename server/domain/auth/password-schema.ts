import { z } from "zod";
import { EmailInput, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

export const ConfirmPasswordReset = z
  .strictObject({
    token: text(255).meta({ description: "The reset token." }),
    password: z.string().min(8).max(128).meta({ description: "The new password." }),
  })
  .meta({ id: "ConfirmPasswordResetRequest" });

export const RequestPasswordReset = z
  .strictObject({ email: EmailInput })
  .meta({ id: "PasswordResetRequest" });

export const Done = z.object({ success: z.literal(true), message: z.string() }).meta({ id: "Done" });

const shared = { method: "POST", tag: "Auth", security: "app", isForBrowsers: true } as const;

/** Interface 4.2. */
export const confirmPasswordResetMeta = operation({
  ...shared,
  path: "/v1/auth/password/confirm",
  summary: "Complete a password reset",
  description:
    "Sets a new password by the token of the mail. The token works once, for 30 minutes. All sessions end.",
  errors: ["K2012", "K2013"],
});

export const requestPasswordResetMeta = operation({
  ...shared,
  path: "/v1/auth/password/reset",
  summary: "Ask for a password reset",
  description: "Mails a link when the address is known. Answers alike, and in like time, when it is not.",
});
