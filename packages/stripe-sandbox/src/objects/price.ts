import Stripe from "stripe";
import { newId } from "../ids.ts";

export interface PriceFacts {
  product: string;
  currency: string;
  unitAmount: number;
  recurring: { interval: Stripe.Price.Recurring.Interval; interval_count: number } | null;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Stripe.Metadata;
  isActive: boolean;
}

/** A licensed price per unit; unit amount in minor units. */
export function makePrice(now: number, facts: PriceFacts): Stripe.Price {
  return {
    id: newId("price"),
    object: "price",
    active: facts.isActive,
    billing_scheme: "per_unit",
    created: now,
    currency: facts.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: facts.lookupKey,
    metadata: facts.metadata,
    nickname: facts.nickname,
    product: facts.product,
    recurring: facts.recurring && {
      ...facts.recurring,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: facts.recurring ? "recurring" : "one_time",
    unit_amount: facts.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(facts.unitAmount),
  };
}

/** The legacy plan that Stripe still shows beside a recurring price. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
