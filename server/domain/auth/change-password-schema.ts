import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { NewPassword } from "./schema.ts";

export const ChangePassword = z
  .strictObject({
    current_password: z.string().min(1).max(1024).meta({ description: "The present password." }),
    password: NewPassword,
  })
  .meta({ id: "ChangePasswordRequest" });

export const changePasswordMeta = operation({
  method: "POST",
  tag: "Auth",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
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
