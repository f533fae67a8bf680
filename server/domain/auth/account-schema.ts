import { z } from "zod";
import { EmailInput, Identifier, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { OWN_DATA } from "../../platform/schema/throttles.ts";
import { User } from "../users/schema.ts";
import { NewPassword } from "./password-schema.ts";

export const Me = User.extend({
  tenant_id: z.string(),
  role: z
    .enum(["OWNER", "ADMIN", "SUPPORT", "VIEWER"])
    .nullable()
    .meta({ description: "The user's role in the tenant; null for an end user." }),
}).meta({ id: "Me" });

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

export const VerifyEmail = z
  .strictObject({
    token: text(255).meta({ description: "The token of the mail." }),
    password: NewPassword.meta({ description: "The password of the new account." }),
  })
  .meta({ id: "VerifyEmailRequest" });

export const VerifiedEmail = z.object({ user: User }).meta({ id: "VerifiedEmail" });

const shared = {
  method: "POST",
  tag: "Auth",
  status: 201,
  security: "app",
  isForBrowsers: true,
  throttle: { points: 30, seconds: 60 },
} as const;

export const registerMeta = operation({
  ...shared,
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

export const verifyEmailMeta = operation({
  ...shared,
  path: "/v1/auth/verify",
  isAtomic: true,
  summary: "Confirm an e-mail address",
  description:
    "Makes the user of the address, by the token of the mail, with the password that is sent here: only who reads the mail " +
    "chooses it. Works once, for 24 hours.",
  errors: [
    "password_too_weak",
    "confirmation_link_invalid",
    "customer_not_found",
    "user_exists",
    "invitation_not_usable",
    "too_many_requests",
  ],
});

export const getMeMeta = operation({
  method: "GET",
  path: "/v1/auth/me",
  tag: "Auth",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  summary: "Get the signed-in user",
  description: "The user of the token, with the customer whose entitlements they have.",
  errors: ["user_token_required"],
  throttle: OWN_DATA,
});
