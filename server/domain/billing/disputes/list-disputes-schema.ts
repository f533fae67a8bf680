import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Dispute } from "./schema.ts";

export const ListDisputes = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id.",
  }),
  invoice_id: Identifier.optional().meta({ description: "Only those about this invoice." }),
});

export const DisputePage = pageOf(Dispute);

export const listDisputesMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/disputes",
  summary: "List disputes",
  description:
    "Newest first: what cardholders dispute at their banks, as the card provider tells it; by customer or invoice.",
  scope: "billing:admin",
  errors: ["customer_not_found"],
});
