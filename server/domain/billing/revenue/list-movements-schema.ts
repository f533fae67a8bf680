import { z } from "zod";
import {
  Currency,
  Identifier,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
} from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { CountedBy, includeTestClocks } from "./schema.ts";

const KindOfMovement = z.enum(["NEW", "REACTIVATION", "EXPANSION", "CONTRACTION", "CHURN"]);

export const ListMovements = z.strictObject({
  ...pageQuery,
  from: TimestampInput.optional(),
  to: TimestampInput.optional(),
  by: CountedBy,
  kind: KindOfMovement.optional(),
  currency: Currency.optional(),
  customer: Identifier.optional(),
  include_test_clocks: includeTestClocks,
});

export const MovementRows = pageOf(
  z
    .object({
      id: z.string(),
      at: Timestamp,
      kind: KindOfMovement,
      currency: z.string(),
      customer: CustomerSummary,
      subscription_id: z.string().nullable().meta({ description: "null by customer." }),
      mrr_before: Amount,
      mrr_after: Amount,
      change: Amount.meta({ description: "mrr_after less mrr_before." }),
      yearly_change: Amount.meta({
        description: "Twelve times the change, not rounded: sums of it agree with the movements of a range.",
      }),
    })
    .meta({ id: "MrrMovement" }),
);

export const listMovementsMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/revenue/changes",
  summary: "List changes of recurring revenue",
  description:
    "One for each customer or subscription and moment, newest first: what the movements of a range are made of.",
  errors: ["customer_not_found"],
});
