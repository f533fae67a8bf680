import { z } from "zod";
import { Identifier, lines } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const TakeBackPayment = z
  .strictObject({
    id: Identifier,
    payment_id: Identifier,
    reason: lines(500).meta({ description: "Why it does not count; kept with the payment." }),
  })
  .meta({ id: "TakeBackPaymentRequest" });

export const takeBackPaymentMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/payments/{payment_id}/take-back",
  errors: ["invoice_not_found", "invoice_collected_by_card", "payment_not_found", "payment_taken_back"],
  summary: "Take back a payment of an invoice of ours",
  description:
    "PROVIDER_B: for a payment that was recorded by mistake, or whose money went back. It stays in the list of payments, and counts no more, nor does the credit that its surplus was: an invoice that was PAID is OPEN for its amount, with the due date that it had, and the status of its subscription follows. Credit that notes made of the payment is taken back, too: it comes off what is to be paid of the invoice instead, and what was used of it is owed. Money that was given back of it stays to be paid. One that is UNCOLLECTIBLE stays so; what a change of plan gave back for its time is owed again, up to what is not paid.",
});
