import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { SETTING_PASSWORDS } from "../../platform/schema/throttles.ts";
import { NewPassword } from "../auth/schema.ts";

export const AcceptInvitation = z.strictObject({
  token: text(255),
  name: text(200).optional(),
  password: NewPassword,
});

export const acceptMeta = internalOperation({
  role: "VIEWER",
  errors: ["member_invitation_invalid", "password_too_weak", "too_many_requests"],
  throttle: SETTING_PASSWORDS,
});
