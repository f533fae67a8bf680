import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";

export const SignOut = z
  .strictObject({
    everywhere: z
      .boolean()
      .default(false)
      .meta({ description: "true: all of the user's sessions end, on every device." }),
  })
  .meta({ id: "SignOutRequest" });

export const SignedOut = z
  .object({ success: z.literal(true), sessions_ended: z.number().int() })
  .meta({ id: "SignedOut" });

export const signOutMeta = operation({
  method: "POST",
  path: "/v1/auth/sign-out",
  tag: "Auth",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  role: "VIEWER",
  summary: "Sign out",
  description:
    "Ends the session of the user's token, or with `everywhere` all sessions of the user, at once.",
  errors: ["user_token_required"],
  throttle: { points: 60, seconds: 60 },
});
