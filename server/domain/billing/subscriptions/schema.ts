import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";
import { PackSummary, PlanSummary, PriceSummary } from "../../catalog/schema.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { EntitlementSummary } from "../grants/schema.ts";
import { Coming } from "./coming/schema.ts";
import { BoughtSteps } from "./recurring-schema.ts";

/** Its price for each period. */
const recurring = {
  recurring_amount: Amount.meta({
    description:
      "What each period costs before usage, taxes and discounts: the plan's price and the bought steps. Minor units.",
  }),
  drivers: z.array(BoughtSteps).meta({ description: "The steps bought of each driver." }),
};

/** docs/interface.md 2.1. */
export const Subscription = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    customer: CustomerSummary,
    plan_price_id: z.string(),
    pack_id: z
      .string()
      .nullable()
      .meta({ description: "The version of the plan's entitlements it is pinned to." }),
    pending_plan_price_id: z
      .string()
      .nullable()
      .meta({ description: "The price it moves to at the period's end." }),
    pending_pack_id: z.string().nullable().meta({ description: "The pack it moves to at the period's end." }),
    provider: z.enum(PROVIDERS).meta({ description: "PROVIDER_A: cards. PROVIDER_B: manual invoicing." }),
    provider_subscription_id: z.string().nullable(),
    provider_customer_id: z.string().nullable(),
    status: z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"]),
    current_period_start: Timestamp.nullable(),
    current_period_end: Timestamp.nullable(),
    trial_start: Timestamp.nullable(),
    trial_end: Timestamp.nullable(),
    canceled_at: Timestamp.nullable().meta({
      description: "When it was canceled, also for the period's end.",
    }),
    ended_at: Timestamp.nullable().meta({ description: "When it ended." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    plan: PlanSummary,
    plan_price: PriceSummary,
    product: PlanSummary,
    pack: PackSummary.nullable(),
    entitlements: z
      .array(EntitlementSummary)
      .meta({ description: "What it grants; has_access says whether that may be used now." }),
    has_access: z.boolean().meta({
      description:
        "Whether what it grants may be used now: ACTIVE and TRIALING, and PAST_DUE within the tenant's grace period.",
    }),
    ...recurring,
    coming: Coming.nullable().meta({
      description: "What was accepted and is not done yet: a change, an ending, a pause; null: nothing.",
    }),
  })
  .meta({ id: "Subscription" });
