import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Currency, Identifier, Slug, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { Interval, TrialDays } from "../schema.ts";

export const CreatePlanPrice = z
  .strictObject({
    plan_id: Identifier,
    amount: Amount.min(0)
      .max(MAX_AMOUNT)
      .meta({ description: "In the currency's minor unit. It never changes." }),
    currency: Currency.meta({ description: "ISO 4217. Never changes." }),
    interval: Interval,
    price_label_name: text(100)
      .optional()
      .meta({ description: "Named after the interval (Monthly, Yearly …) when left out." }),
    price_label_slug: Slug.optional(),
    trial_days: TrialDays.default(0),
    trial_needs_card: z.boolean().default(false),
  })
  .meta({ id: "CreatePlanPriceRequest" });

export const createPriceMeta = writing(
  "POST",
  "/v1/catalog/prices",
  "Create a plan price",
  "What a plan costs in one currency and interval.",
  {
    status: 201,
    isAtomic: true,
    errors: [
      "plan_not_found",
      "catalog_value_taken",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
    ],
  },
);
