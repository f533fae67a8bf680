import { ApiError } from "../../../../errors/api-error.ts";
import { lookUpCode } from "../../../../platform/count-callers.ts";
import type { Customer } from "../../../../platform/database/client/client.ts";
import { actsForThemselves, type Scope } from "../../../../platform/scope.ts";
import {
  type AskedPromotion,
  type CardProvider,
  type PromotionRefusal,
  ProviderMissing,
  ProviderRefusal,
} from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { findProviderCustomer } from "../../../customers/provider-customer.ts";

/** Why a promotion code is refused: `details.reason` of promotion_code_not_redeemable. */
type Reason = PromotionRefusal | "TAKES_NOTHING" | "REFUSED";

const WHY: Record<Reason, string> = {
  UNKNOWN: "there is no such code",
  EXPIRED: "it has expired",
  USED_UP: "it has been redeemed as often as it may be",
  SWITCHED_OFF: "it is switched off",
  OTHER_CUSTOMER: "it is for another customer",
  OTHER_CURRENCY: "what it takes off is in another currency",
  TAKES_NOTHING: "it would take nothing off this change, nor off the period after it",
  REFUSED: "the payment provider refuses it",
};

/**
 * The refusal of a promotion code: promotion_code_not_redeemable, with its `reason` and, where the provider has refused it, the provider's
 * words.
 */
export function promotionRefused(code: string, reason: Exclude<Reason, "REFUSED">): ApiError {
  return new ApiError("promotion_code_not_redeemable", { details: { code, reason, why: WHY[reason] } });
}

/**
 * The provider's id of a promotion code; null without one. A customer is not told that another customer has the code. Throws
 * promotion_code_not_redeemable or too_many_requests.
 */
export async function findPromotion(
  scope: Scope,
  provider: CardProvider,
  { code, ...asked }: Omit<AskedPromotion, "code"> & { code: string | undefined },
): Promise<string | null> {
  if (code === undefined) return null;
  // As it was copied.
  const find = () => provider.findPromotionCode({ code: code.trim(), ...asked });
  const found = await lookUpCode(scope, find, (one) => !("refused" in one));
  if (!("refused" in found)) return found.id;
  const isSecret = found.refused === "OTHER_CUSTOMER" && actsForThemselves(scope);
  throw promotionRefused(code, isSecret ? "UNKNOWN" : found.refused);
}

/** The same for a customer who may have none at the provider yet. Throws promotion_code_not_redeemable. */
export async function findStartPromotion(
  scope: Scope,
  provider: CardProvider,
  { customer, currency, code }: { customer: Customer; currency: string; code: string | undefined },
): Promise<string | null> {
  if (code === undefined) return null;
  const known = await findProviderCustomer(scope, customer.id, currency);
  const { clock } = await withCustomerClock(scope.db, scope, customer);
  return findPromotion(scope, provider, { code, currency, customerId: known?.id ?? null, now: clock.now() });
}

/**
 * Runs the calls that redeem a promotion code. What the provider refuses of the code itself is promotion_code_not_redeemable, with the
 * provider's words. The code is read again for the reason, by calls that refuse it as the first reading did: another customer may have been
 * quicker. REFUSED is what only the provider knows. Nothing was done then.
 */
export async function redeeming<T>(
  code: string | undefined,
  calls: () => Promise<T>,
  readAgain: () => Promise<unknown>,
): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    if (code === undefined || !isOfPromotion(error)) throw error;
    const reason = await reasonOf(readAgain);
    const details = { code, reason, why: WHY[reason], provider: error.provider };
    throw new ApiError("promotion_code_not_redeemable", { cause: error, details });
  }
}

/** Where it cannot be read again, the refusal stands as it is. */
async function reasonOf(readAgain: () => Promise<unknown>): Promise<Reason> {
  try {
    await readAgain();
    return "REFUSED";
  } catch (error) {
    const reason =
      error instanceof ApiError && error.errorName === "promotion_code_not_redeemable"
        ? error.details?.reason
        : undefined;
    return isReason(reason) ? reason : "REFUSED";
  }
}

const isReason = (reason: unknown): reason is Reason => typeof reason === "string" && reason in WHY;

/** Whether the provider speaks of the code or its coupon: by its parameter (`discounts[0][promotion_code]` at Stripe), code or words. */
function isOfPromotion(error: unknown): error is ProviderRefusal | ProviderMissing {
  if (!(error instanceof ProviderRefusal || error instanceof ProviderMissing)) return false;
  const { param, code, message } = error.provider;
  return /promotion[_ ]code|coupon/i.test(`${param} ${code} ${message}`);
}
