import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { NewPassword } from "../auth/schema.ts";

const Code = text(64).meta({ description: "Six digits of the authenticator." });

export const Account = z.object({
  email: z.string(),
  name: z.string().nullable(),
  has_two_factor: z.boolean(),
  recovery_codes_left: z.number().int(),
});

export const UpdateAccount = z.strictObject({ name: text(200) });

export const NewSecret = z.object({
  secret: z.string().meta({ description: "For typing, where a QR code cannot be scanned." }),
  qr_svg: z.string(),
  pending: z.string().meta({ description: "Send it back with a code to switch the second factor on." }),
});

export const ConfirmTotp = z.strictObject({ pending: text(1000), code: Code });

export const RecoveryCodes = z.object({
  codes: z.array(z.string()).meta({ description: "Shown only once." }),
});

/** Changing how a member signs in needs their password or a code. */
export const OwnPassword = z.strictObject({ password: z.string().min(1).max(1024) });

export const ChangeOwnPassword = z.strictObject({
  current_password: z.string().min(1).max(1024),
  password: NewPassword,
});

export const accountMeta = internalOperation({
  role: "VIEWER",
  errors: [
    "current_password_wrong",
    "two_factor_code_invalid",
    "two_factor_already_set",
    "password_too_weak",
    "too_many_requests",
  ],
});
