import Stripe from "stripe";
import { newId } from "../ids.ts";

export interface PriceFacts {
  product: string;
  currency: string;
  /** null where tiers say it. */
  unitAmount: number | null;
  recurring: {
    interval: Stripe.Price.Recurring.Interval;
    interval_count: number;
    /** What counts the usage; null where the quantity is billed. */
    meter: string | null;
  } | null;
  tiers?: { mode: Stripe.Price.TiersMode; steps: TierFacts[] } | undefined;
  /** Whether the amount contains its taxes; left out: it does not say. */
  taxBehavior?: Stripe.Price.TaxBehavior | undefined;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Stripe.Metadata;
  isActive: boolean;
}

/** A step of the quantity; amounts in minor units. */
interface TierFacts {
  flatAmount: number | null;
  unitAmount: number | null;
  /** null: without an end. */
  upTo: number | null;
}

function tierOf({ flatAmount, unitAmount, upTo }: TierFacts): Stripe.Price.Tier {
  return {
    flat_amount: flatAmount,
    flat_amount_decimal: decimal(flatAmount),
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
    up_to: upTo,
  };
}

function decimal(amount: number | null): Stripe.Decimal | null {
  return amount === null ? null : Stripe.Decimal.from(amount);
}

/** A price per unit or by tiers; unit amount in minor units. */
export function makePrice(now: number, facts: PriceFacts): Stripe.Price {
  return {
    id: newId("price"),
    object: "price",
    active: facts.isActive,
    billing_scheme: facts.tiers ? "tiered" : "per_unit",
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
      trial_period_days: null,
      usage_type: facts.recurring.meter === null ? "licensed" : "metered",
    },
    tax_behavior: facts.taxBehavior ?? "unspecified",
    ...(facts.tiers && { tiers: facts.tiers.steps.map(tierOf) }),
    tiers_mode: facts.tiers?.mode ?? null,
    transform_quantity: null,
    type: facts.recurring ? "recurring" : "one_time",
    unit_amount: facts.unitAmount,
    unit_amount_decimal: decimal(facts.unitAmount),
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
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: price.product,
    ...(price.tiers && { tiers: price.tiers }),
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? "licensed",
  };
}
