import { z } from "zod";
import { Identifier, pageOf, pageQuery, searchText, Timestamp } from "../../../platform/schema/common.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { PlanSummary, PriceSummary } from "../../catalog/schema.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { Subscription } from "./schema.ts";

export const CountSubscriptions = z.strictObject({
  q: searchText(200)
    .optional()
    .meta({ description: "Part of the customer's name or address, or an identifier." }),
  status: Subscription.shape.status.optional(),
  provider: Subscription.shape.provider.optional(),
  product_id: Identifier.optional(),
  plan_id: Identifier.optional(),
});

export const BrowseSubscriptions = CountSubscriptions.extend({
  ...pageQuery,
  sort: z.enum(["created_at", "current_period_end", "amount"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const SubscriptionRow = Subscription.pick({
  id: true,
  provider: true,
  status: true,
  current_period_end: true,
  trial_end: true,
  canceled_at: true,
  ended_at: true,
  created_at: true,
  recurring_amount: true,
  drivers: true,
}).extend({
  customer: CustomerSummary,
  product: PlanSummary,
  plan: PlanSummary,
  plan_price: PriceSummary,
  pack_version: z.number().int().nullable(),
  current_period_end: Timestamp.nullable(),
});

export const SubscriptionRows = pageOf(SubscriptionRow);

export const browseSubscriptionsMeta = internalOperation({ role: "VIEWER" });
