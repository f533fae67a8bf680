import { z } from "zod";
import { Timestamp } from "../../../../platform/schema/common.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { internalOperation } from "../../../../platform/schema/operation.ts";
import { PlanSummary, PriceSummary } from "../../../catalog/schema.ts";

/** A change that waits for its cardholder's confirmation. */
export const UnconfirmedChange = z.object({
  plan: PlanSummary,
  plan_price: PriceSummary,
  invoice_id: z.string(),
  amount: Amount.meta({ description: "What is charged when it is confirmed." }),
  currency: z.string(),
  expires_at: Timestamp.meta({ description: "When the card provider drops it, and nothing has changed." }),
  hosted_url: z.string().nullable().meta({ description: "The page on which it is confirmed." }),
});

/** For the dashboard. */
export const readUnconfirmedMeta = internalOperation({ role: "VIEWER", errors: ["subscription_not_found"] });
