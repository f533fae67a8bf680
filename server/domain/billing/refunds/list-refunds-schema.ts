import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { Refund } from "./schema.ts";

export const ListRefunds = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id.",
  }),
  invoice_id: Identifier.optional().meta({ description: "Only those of this invoice." }),
});

export const RefundPage = pageOf(Refund);

export const listRefundsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/refunds",
  summary: "List refunds",
  description: "Newest first, of both providers, also those that failed; by customer or invoice.",
  isForEndUsers: true,
  errors: ["customer_not_found"],
  throttle: OWN_DATA,
});
