import { z } from "zod";
import { EmailInput, Identifier, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { User } from "../users/schema.ts";
import { NewPassword } from "./schema.ts";

export const Register = z
  .strictObject({
    email: EmailInput,
    password: NewPassword.optional().meta({
      description:
        "Required with invitation_token or email_verified, where the user is created at once. Without them it is ignored: " +
        "the owner of the address chooses the password when they confirm it.",
    }),
    name: text(200).optional(),
    invitation_token: text(255)
      .optional()
      .meta({ description: "The token of an invitation's link; verifies the address." }),
    invitation_code: text(64).optional().meta({ description: "An invitation code, as people type it." }),
    customer: Identifier.optional().meta({
      description: "The customer to join, by your own identifier or our cus_ id. SERVER applications only.",
    }),
    email_verified: z.literal(true).optional().meta({
      description: "Your back end vouches for the address, no mail is sent. SERVER applications only.",
    }),
  })
  .meta({ id: "RegisterRequest" });

export const Registered = z
  .object({
    status: z.enum(["REGISTERED", "VERIFICATION_SENT"]).meta({
      description:
        "VERIFICATION_SENT: a mail with a link was sent; the user is created when its link is used.",
    }),
    user: User.nullable().meta({ description: "null until the address is verified." }),
  })
  .meta({ id: "Registered" });

export const registerMeta = operation({
  method: "POST",
  tag: "Auth",
  status: 201,
  security: "app",
  isForBrowsers: true,
  throttle: { points: 30, seconds: 60 },
  path: "/v1/auth/register",
  isAtomic: true,
  summary: "Register a user",
  description:
    "Needs an invitation's token or code, unless the tenant lets people register openly. With the token of a mailed " +
    "invitation the user is created at once; otherwise Usher sends a mail with a link first. A BROWSER application gets the " +
    "same answer for an address that is known: its owner gets a mail.",
  errors: [
    "password_too_weak",
    "customer_not_found",
    "user_exists",
    "field_needs_server_application",
    "invitation_not_found",
    "invitation_required",
    "waitlist_invitation_required",
    "invitation_not_usable",
    "invitation_email_mismatch",
    "exactly_one_field_required",
    "too_many_requests",
  ],
});
