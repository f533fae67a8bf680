import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface CouponFacts {
  id: string;
  amountOff: number | null;
  currency: string | null;
  percentOff: number | null;
  duration: Stripe.Coupon.Duration;
  months: number | null;
  maxRedemptions: number | null;
  redeemBy: number | null;
  name: string | null;
  metadata: Stripe.Metadata;
}

export function makeCoupon(now: number, facts: CouponFacts): Stripe.Coupon {
  return {
    id: facts.id,
    object: "coupon",
    amount_off: facts.amountOff,
    created: now,
    currency: facts.currency,
    duration: facts.duration,
    duration_in_months: facts.months,
    livemode: false,
    max_redemptions: facts.maxRedemptions,
    metadata: facts.metadata,
    name: facts.name,
    percent_off: facts.percentOff,
    redeem_by: facts.redeemBy,
    times_redeemed: 0,
    valid: true,
  };
}

interface CodeFacts {
  code: string;
  coupon: string;
  customer: string | null;
  expiresAt: number | null;
  maxRedemptions: number | null;
  isActive: boolean;
  metadata: Stripe.Metadata;
}

/** A text that customers type to get a coupon. */
export function makePromotionCode(now: number, facts: CodeFacts): Stripe.PromotionCode {
  return {
    id: newId("promo"),
    object: "promotion_code",
    active: facts.isActive,
    code: facts.code,
    created: now,
    customer: facts.customer,
    customer_account: null,
    expires_at: facts.expiresAt,
    livemode: false,
    max_redemptions: facts.maxRedemptions,
    metadata: facts.metadata,
    promotion: { coupon: facts.coupon, type: "coupon" },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
}

interface DiscountFacts {
  customer: string;
  coupon: string;
  promotionCode: string | null;
  end: number | null;
}

/** A coupon as a subscription uses it. */
export function makeDiscount(now: number, facts: DiscountFacts): Stripe.Discount {
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: null,
    customer: facts.customer,
    customer_account: null,
    end: facts.end,
    invoice: null,
    invoice_item: null,
    promotion_code: facts.promotionCode,
    source: { coupon: facts.coupon, type: "coupon" },
    start: now,
    subscription: null,
    subscription_item: null,
  };
}
