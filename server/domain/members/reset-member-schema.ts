import { internalOperation } from "../../platform/schema/operation.ts";
import { SETTING_PASSWORDS } from "../../platform/schema/throttles.ts";

export const requestResetMeta = internalOperation({
  role: "VIEWER",
  errors: ["too_many_requests"],
  throttle: SETTING_PASSWORDS,
});

export const confirmResetMeta = internalOperation({
  role: "VIEWER",
  errors: ["password_reset_link_invalid", "password_too_weak", "too_many_requests"],
  throttle: SETTING_PASSWORDS,
});
