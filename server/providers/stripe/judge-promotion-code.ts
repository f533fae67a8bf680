import type Stripe from "stripe";
import type { AskedPromotion, PromotionRefusal } from "../port.ts";

/**
 * Of the promotion codes with one text, which the codes of several customers and those that were active before may have
 * (PromotionCodeCreateParams.code): the first that can be redeemed, or the reason that comes nearest to it. What only Stripe knows, such
 * as whether a customer has paid before (`restrictions`), it says when the code is redeemed.
 */
export function choosePromotion(
  codes: Stripe.PromotionCode[],
  asked: Omit<AskedPromotion, "code">,
): { id: string } | { refused: PromotionRefusal } {
  const judged = codes.map((code) => ({ id: code.id, refused: refusalOf(code, asked) }));
  const free = judged.find(({ refused }) => refused === null);
  if (free) return { id: free.id };
  return { refused: NEAREST.find((one) => judged.some(({ refused }) => refused === one)) ?? "UNKNOWN" };
}

const NEAREST: PromotionRefusal[] = [
  "OTHER_CURRENCY",
  "USED_UP",
  "EXPIRED",
  "SWITCHED_OFF",
  "OTHER_CUSTOMER",
];

function refusalOf(
  { active, customer, expires_at, max_redemptions, times_redeemed, promotion }: Stripe.PromotionCode,
  { customerId, currency, now }: Omit<AskedPromotion, "code">,
): PromotionRefusal | null {
  const owner = typeof customer === "string" ? customer : (customer?.id ?? null);
  if (owner !== null && owner !== customerId) return "OTHER_CUSTOMER";
  const coupon = typeof promotion.coupon === "string" ? null : promotion.coupon;
  const isUsedUp = (times: number, most: number | null) => most !== null && times >= most;
  if (isUsedUp(times_redeemed, max_redemptions)) return "USED_UP";
  if (coupon && isUsedUp(coupon.times_redeemed, coupon.max_redemptions)) return "USED_UP";
  const seconds = now.getTime() / 1000;
  const hasPassed = (end: number | null | undefined) => typeof end === "number" && end <= seconds;
  if (hasPassed(expires_at) || hasPassed(coupon?.redeem_by)) return "EXPIRED";
  // An inactive code, or the coupon of one that was deleted.
  if (!active || coupon?.valid === false) return "SWITCHED_OFF";
  const isOfCurrency = coupon?.currency === currency.toLowerCase();
  return coupon?.amount_off && !isOfCurrency && !coupon.currency_options?.[currency.toLowerCase()]
    ? "OTHER_CURRENCY"
    : null;
}
