import type Stripe from "stripe";
import { z } from "zod";
import {
  Flag,
  intBetween,
  list,
  Metadata,
  parametersOf,
  Quantity,
  Seconds,
  Text,
  Unsettable,
  unsettableUpTo,
} from "../wire/params.ts";
import { PriceData } from "./prices.ts";
import {
  Behavior,
  Collection,
  Discounts,
  Extra,
  MAX_DESCRIPTION,
  PaymentSettings,
  Proration,
  TrialEnd,
  TrialSettings,
} from "./subscription-fields.ts";
import { TaxRates } from "./subscription-parts.ts";

export const ChangedItem = z.strictObject({
  deleted: Flag.optional(),
  id: Text.optional(),
  metadata: Metadata.optional(),
  price: Text.optional(),
  price_data: PriceData.optional(),
  quantity: Quantity.optional(),
});

const PauseCollection = z.union([
  z.literal(""),
  z.strictObject({
    behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
    resumes_at: Seconds.optional(),
  }),
]);

/** Subscriptions.d.ts, SubscriptionUpdateParams.BillingCycleAnchor: an object; it was a word before the pinned version. */
const Anchor = z.strictObject({ type: z.enum(["now", "unchanged"]) }).transform(({ type }) => type);

/** What changes the items, the period or the trial; previews take the same. */
export const exchangeFields = parametersOf<Stripe.SubscriptionUpdateParams>()({
  billing_cycle_anchor: Anchor.optional(),
  items: list(ChangedItem).optional(),
  proration_behavior: Proration.optional(),
  proration_date: Seconds.optional(),
  trial_end: TrialEnd.optional(),
});

const CancellationDetails = z.strictObject({
  comment: Unsettable.optional(),
  feedback: z
    .enum([
      "",
      "customer_service",
      "low_quality",
      "missing_features",
      "other",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
    ])
    .optional(),
});

/** The parameters of an update. */
export const UPDATE = parametersOf<Stripe.SubscriptionUpdateParams>()({
  ...exchangeFields,
  add_invoice_items: list(Extra).optional(),
  cancel_at: z.union([z.literal(""), Seconds]).optional(),
  cancel_at_period_end: Flag.optional(),
  cancellation_details: CancellationDetails.optional(),
  collection_method: Collection.optional(),
  days_until_due: intBetween(0).optional(),
  default_payment_method: Unsettable.optional(),
  default_tax_rates: TaxRates.optional(),
  description: unsettableUpTo(MAX_DESCRIPTION).optional(),
  discounts: Discounts.optional(),
  metadata: Metadata.optional(),
  off_session: Flag.optional(),
  pause_collection: PauseCollection.optional(),
  payment_behavior: Behavior.optional(),
  payment_settings: PaymentSettings.optional(),
  trial_settings: TrialSettings.optional(),
});

export type Input = z.output<z.ZodObject<typeof UPDATE>>;
export type ExchangeInput = z.output<z.ZodObject<typeof exchangeFields>>;
