import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { User } from "../users/schema.ts";
import { NewPassword } from "./schema.ts";

export const VerifyEmail = z
  .strictObject({
    token: text(255).meta({ description: "The token of the mail." }),
    password: NewPassword.meta({ description: "The password of the new account." }),
  })
  .meta({ id: "VerifyEmailRequest" });

export const VerifiedEmail = z.object({ user: User }).meta({ id: "VerifiedEmail" });

export const verifyEmailMeta = operation({
  method: "POST",
  tag: "Auth",
  status: 201,
  security: "app",
  isForBrowsers: true,
  throttle: { points: 30, seconds: 60 },
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
