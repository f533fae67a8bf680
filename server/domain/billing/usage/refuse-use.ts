import { ApiError } from "../../../errors/api-error.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import type { Scope } from "../../../platform/scope.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import type { Reason } from "../entitlements/decide-access.ts";
import type { RefusedUse } from "./decide-uses.ts";

/** The use that was asked for. */
export interface AskedUse {
  customer: string;
  feature_key: string;
  dimension?: string | undefined;
  quantity: number;
  /** When it happened; now when left out. */
  occurred_at?: string | undefined;
  /** clip: the units that fit are used. */
  mode?: "strict" | "clip" | undefined;
}

/** Throws usage_limit_reached. Throws counter_limit_exceeded. */
export async function refusal(scope: Scope, asked: AskedUse, outcome: RefusedUse): Promise<ApiError> {
  if (outcome.refusal === "FULL")
    return new ApiError("counter_limit_exceeded", { details: { most: MAX_UNITS } });
  const check = await checkAgain(scope, asked);
  return new ApiError("usage_limit_reached", { details: { reason: check.reason ?? "LIMIT_REACHED", check } });
}

/** A use that is refused in any quantity; `reason` where the terms have changed since, so that the check would allow it now. Throws usage_limit_reached. */
export async function refusalOfAny(scope: Scope, asked: AskedUse, known: Reason): Promise<ApiError> {
  const check = await checkAgain(scope, asked);
  const reason = check.reason ?? known;
  return new ApiError("usage_limit_reached", {
    details: { reason, check: { ...check, allowed: false, reason } },
  });
}

/** What the check says of the use. */
export function checkAgain(scope: Scope, { customer, feature_key, dimension, quantity }: AskedUse) {
  return checkEntitlement(scope, { customer, feature_key, dimension, quantity: Math.max(0, quantity) });
}
