import { z } from "zod";
import { EmailInput, text } from "../../platform/schema/common.ts";

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

export const Done = z.object({ success: z.literal(true), message: z.string() }).meta({ id: "Done" });

export const clientFields = {
  client_id: text(255)
    .optional()
    .meta({ description: "The application's id; may come by HTTP Basic instead." }),
  client_secret: text(255)
    .optional()
    .meta({ description: "The application's client secret; may come by HTTP Basic instead." }),
};

export const TokenAnswer = z
  .object({
    access_token: z
      .string()
      .meta({ description: "A JSON Web Token signed ES256; keys at /.well-known/jwks.json." }),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int().meta({ description: "Seconds until it expires." }),
    scope: z.string(),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: "Gets the next tokens, once; for users' grants alone." }),
  })
  .meta({ id: "AccessToken" });
