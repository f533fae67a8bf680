import { z } from "zod";
import { Identifier, Timestamp, text } from "../../../../platform/schema/common.ts";
import { INTERVALS } from "../../../../platform/schema/interval.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";

/** Why a subscription is not imported, and what to do about it. */
export const REFUSALS = {
  already_here: "It was imported already; nothing was changed.",
  made_here: "It was started here and is not stored yet: the comparison with the provider stores it.",
  other_installation: "It belongs to another Usher installation or tenant, which its metadata names.",
  ended: "It has ended, or its first payment was never made.",
  several_prices: "It has several prices; only subscriptions with one can be imported.",
  quantity: "Its quantity is not 1. Sell quantities as a driver of the plan, and start a new subscription.",
  price_not_mapped: "Its price is not mapped to one of yours. Add it to prices.",
  price_differs: "The price that it is mapped to has another amount, currency or interval.",
  schedule:
    "It has a schedule that cannot be imported: more than one future change, several prices, or an end.",
  no_external_id: "The provider has no value from which to name its customer. Choose another external_id.",
  external_id_invalid:
    "The name for its customer is longer than 255 characters, has control characters or looks like an id of ours.",
  customer_erased: "Its customer was erased here and is not imported again.",
  customer_is_another: "This customer already has another customer at the provider in this currency.",
  customer_has_one: "Its customer has a live subscription to this product already.",
  not_understood: "The provider's answer about it could not be understood.",
  failed: "It could not be stored. Try again.",
} as const;

export type Refusal = keyof typeof REFUSALS;

export const ImportSubscriptions = z
  .strictObject({
    is_dry_run: z
      .boolean()
      .default(true)
      .meta({ description: "true: nothing is written, here or there; the answer says what would be." }),
    prices: z
      .array(z.strictObject({ provider_price_id: text(255), plan_price_id: Identifier }))
      .max(500)
      .default([])
      .meta({
        description: "Which price of ours each of the provider's prices is; remembered once it was used.",
      }),
    external_id: z
      .union([z.enum(["id", "email"]), z.strictObject({ metadata: text(40) })])
      .default("id")
      .meta({
        description:
          "What names a customer to you: the provider's id, the address, or a key of the provider's metadata.",
      }),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: text(255).optional().meta({ description: "next_cursor of the call before." }),
  })
  .meta({ id: "ImportSubscriptionsRequest" });

const REASONS = Object.keys(REFUSALS) as [Refusal, ...Refusal[]];

const Skipped = z.object({
  provider_subscription_id: z.string(),
  reason: z.enum(REASONS).meta({
    description: Object.entries(REFUSALS)
      .map(([reason, meaning]) => `${reason}: ${meaning}`)
      .join(" "),
  }),
  message: z.string().meta({ description: "The reason in words, and what to do." }),
});

const Imported = z.object({
  provider_subscription_id: z.string(),
  subscription_id: z.string().nullable().meta({ description: "null in a dry run." }),
  external_id: z.string(),
  unusable_email: z.string().nullable().meta({
    description:
      "The customer's address at the provider, where it is none that mail can be sent to: the customer is imported without it. null: it is imported, or there is none.",
  }),
  plan_price_id: z.string(),
  status: z.string(),
  cancel_at: Timestamp.nullable().meta({ description: "When it ends by itself; null when it goes on." }),
  next_plan_price_id: z
    .string()
    .nullable()
    .meta({ description: "The price of yours that its schedule moves it to; null without one." }),
  next_plan_price_at: Timestamp.nullable(),
});

const UnmappedPrice = z
  .object({
    provider_price_id: z.string(),
    product_name: z.string(),
    amount: Amount.nullable(),
    currency: z.string(),
    interval: z.enum(INTERVALS).nullable(),
    subscriptions: z.number().int(),
  })
  .meta({ id: "UnmappedPrice" });

export const SubscriptionImport = z
  .object({
    is_dry_run: z.boolean(),
    imported: z.array(Imported),
    skipped: z.array(Skipped),
    unmapped_prices: z.array(UnmappedPrice),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as cursor for the next part; null at the end." }),
  })
  .meta({ id: "SubscriptionImport" });

export const importSubscriptionsMeta = operation({
  method: "POST",
  path: "/v1/billing/cardprovider/import",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Import subscriptions that the card provider has already",
  description:
    "Imports live subscriptions of an existing account with their customers, page by page: no customer is charged, no period changes. A schedule with one future change and a set end are imported too. Each subscription gets its result, and one that cannot be imported does not stop the others. Idempotent. Call it as a dry run first, map the prices that it names, then run the import.",
  errors: ["plan_price_not_found", "card_provider_account_mismatch", ...PROVIDER_ERRORS],
});
