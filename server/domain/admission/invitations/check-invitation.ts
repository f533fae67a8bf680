import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CheckedInvitation, CheckInvitation } from "./check-invitation-schema.ts";
import { findCode, findToken } from "./consume-invitation.ts";
import { codeState, tokenState } from "./rules.ts";

/** Whether an invitation can be redeemed, for the page that redeems it. Throws invitation_not_found or exactly_one_field_required. */
export async function checkInvitation(
  scope: Scope,
  input: z.output<typeof CheckInvitation>,
): Promise<z.output<typeof CheckedInvitation>> {
  if ((input.code === undefined) === (input.token === undefined))
    throw new ApiError("exactly_one_field_required", { details: { fields: "code, token" } });
  const now = scope.clock.now();
  if (input.code !== undefined) {
    const code = await findCode(scope, input.code);
    if (!code) throw new ApiError("invitation_not_found");
    return {
      type: "code",
      state: codeState(code, now),
      email: null,
      expires_at: code.expiresAt?.toISOString() ?? null,
      trial_days: code.grantTrialDays,
      plan_price_id: code.grantPlanPriceId,
    };
  }
  const token = await findToken(scope, input.token ?? "");
  if (!token) throw new ApiError("invitation_not_found");
  const { email, expiresAt } = token;
  const state = tokenState(token, now);
  return {
    type: "token",
    state,
    email,
    expires_at: expiresAt.toISOString(),
    trial_days: null,
    plan_price_id: null,
  };
}
