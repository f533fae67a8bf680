import Stripe from "stripe";
import { newId } from "../store.ts";

export function makeProduct(
  now: number,
  facts: { id?: string | undefined; name: string; description: string | null; metadata: Stripe.Metadata },
): Stripe.Product {
  return {
    id: facts.id ?? newId("prod"),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: facts.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: facts.metadata,
    name: facts.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
}

interface PriceFacts {
  product: string;
  currency: string;
  unitAmount: number;
  interval: Stripe.Price.Recurring.Interval;
  intervalCount: number;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Stripe.Metadata;
}

/** A recurring, licensed price per unit; unit amount in minor units. */
export function makePrice(now: number, facts: PriceFacts): Stripe.Price {
  return {
    id: newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now,
    currency: facts.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: facts.lookupKey,
    metadata: facts.metadata,
    nickname: facts.nickname,
    product: facts.product,
    recurring: {
      interval: facts.interval,
      interval_count: facts.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: facts.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(String(facts.unitAmount)),
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
