import { z } from "zod";
import { ActorType, Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { TakenBack } from "./schema.ts";

/** Money that came for an invoice of ours. */
export const InvoicePayment = z
  .object({
    id: z.string().meta({ description: "Begins with pay_." }),
    invoice_id: z.string(),
    amount: Amount.meta({
      description: "What of it pays the invoice, in the currency's minor unit, above 0.",
    }),
    surplus: Amount.meta({
      description:
        "What came beyond that and became the customer's credit. With amount it is what arrived; 0 without.",
    }),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    reference: z.string().nullable().meta({ description: "The transfer's reference." }),
    paid_at: Timestamp.meta({ description: "When the money arrived." }),
    actor_type: ActorType,
    actor_id: z.string().meta({ description: "Who recorded it." }),
    created_at: Timestamp.meta({ description: "When it was recorded." }),
    taken_back: TakenBack.nullable().meta({ description: "Set when it does not count any more." }),
  })
  .meta({ id: "InvoicePayment" });

export const ListPayments = z.strictObject({ id: Identifier, ...pageQuery });

export const PaymentPage = pageOf(InvoicePayment);

export const listPaymentsMeta = operation({
  method: "GET",
  path: "/v1/billing/invoices/{id}/payments",
  tag: "Billing",
  security: "app+jwt",
  summary: "List the payments of an invoice of ours",
  description:
    "PROVIDER_B: newest first, those that were taken back included. Payments of invoices of PROVIDER_A are the card provider's: the list is empty.",
  errors: ["invoice_not_found"],
});
