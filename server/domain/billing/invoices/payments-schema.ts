import { z } from "zod";
import { ActorType, Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";

export const TakenBack = z
  .object({
    at: Timestamp.meta({ description: "When it was taken back." }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why, in a person's words; null after the customer's data was erased." }),
    actor_type: ActorType,
    actor_id: z.string().meta({ description: "Who took it back." }),
  })
  .meta({ id: "PaymentTakenBack" });

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

export const ReceiptId = z.strictObject({ id: Identifier, payment_id: Identifier });

export const ReceiptLink = z.object({ amount: Amount, paid_at: Timestamp, url: z.url() });

/** For the dashboard, which opens the document in a new window. */
export const linkReceiptMeta = internalOperation({ role: "VIEWER" });

export const downloadReceiptMeta = operation({
  method: "GET",
  path: "/v1/billing/invoices/{id}/payments/{payment_id}/receipt",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Download the receipt of a payment as PDF",
  description:
    "PROVIDER_B: of a payment in part as well. One that was taken back says so. Receipts of PROVIDER_A are the card provider's.",
  errors: ["invoice_not_found", "payment_not_found"],
  answersFile: "application/pdf",
  throttle: COSTLY_READ,
});
