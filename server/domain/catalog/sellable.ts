import { ApiError } from "../../errors/api-error.ts";
import { isCurrency, isSold, stepOf } from "../../platform/currency.ts";
import { Decimal } from "../../platform/decimal.ts";

/**
 * Refuses to sell in a currency that the card provider does not take, also where we invoice by ourselves: a subscription may move to the
 * card provider. Throws currency_unknown or currency_not_sold.
 */
export function requireSold(currency: string): void {
  if (isSold(currency)) return;
  throw new ApiError(isCurrency(currency) ? "currency_not_sold" : "currency_unknown", {
    details: { currency },
  });
}

/**
 * Refuses an amount that the card provider would not charge or refund: of BHD, JOD, KWD, OMR and TND it ends in 0, of ISK and UGX in 00. In
 * minor units. Throws amount_not_chargeable.
 */
export function requireChargeable(amount: number | string, currency: string): void {
  const step = stepOf(currency);
  if (new Decimal(amount).mod(step).isZero()) return;
  throw new ApiError("amount_not_chargeable", { details: { amount: String(amount), currency, step } });
}
