import { z } from "zod";
import { Identifier, Timestamp, WebUrl } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { WantedLocale } from "../../catalog/schema.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { LinkedNote } from "../credit-notes/schema.ts";
import { ReceiptLink } from "../invoices/payments-schema.ts";
import { Invoice } from "../invoices/schema.ts";

export const CreatePortalSession = z
  .strictObject({
    customer: Identifier.meta({
      description: "The tenant's own identifier of the customer, or our cus_ id.",
    }),
    return_url: WebUrl.optional().meta({
      description:
        "Where the portal's back link leads: on your website or an allowed origin of one of your applications (fields_invalid). Your website when left out.",
    }),
  })
  .meta({ id: "PortalSessionRequest" });

export const PortalSession = z
  .object({
    url: z.url().meta({ description: "Send the customer's browser here. It opens the portal once." }),
    expires_at: Timestamp.meta({ description: "When the link stops working, if it was not opened." }),
  })
  .meta({ id: "PortalSession" });

export const createPortalSessionMeta = operation({
  method: "POST",
  path: "/v1/billing/portal-sessions",
  isAtomic: true,
  tag: "Billing",
  status: 201,
  security: "app+jwt",
  role: "SUPPORT",
  summary: "Open the customer portal",
  description:
    "A link with which a customer whom your back end has signed in sees and changes their subscription: plan, usage, invoices, card. It works once, within five minutes; the portal then stays open for half an hour. A link made with a team member's token is limited to what their role allows, and the audit log names them.",
  errors: ["customer_not_found"],
});

export const ViewPortal = z.strictObject({});

export const NamePortal = z.strictObject({ locale: WantedLocale });

/** The customer's plans, their products and features by name. */
export const PortalNames = z.object({
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      free_plan_name: z
        .string()
        .nullable()
        .meta({ description: "The plan of customers without a subscription." }),
    }),
  ),
  features: z.array(z.object({ key: z.string(), name: z.string() })),
});

/** The portal's own data: its customer, and invoices with links to their documents. */
export const PortalView = z.object({
  customer: CustomerSummary,
  overage: z
    .array(
      z.object({
        feature_key: z.string(),
        currency: z.string(),
        unit_amount: z.string().nullable().meta({
          description: "The price of a started step past the limit, minor units; null: prices in tiers.",
        }),
        step: z.number().meta({ description: "Units in a step." }),
      }),
    )
    .meta({ description: "Features whose usage past the limit the customer pays for, and at which price." }),
  owed: z
    .array(
      z.object({
        invoice_id: z.string(),
        number: z.string().nullable(),
        amount: z.number().int().meta({ description: "What is left to pay, in minor units." }),
        currency: z.string(),
        due_at: Timestamp.nullable(),
        is_overdue: z.boolean(),
        is_by_transfer: z.boolean(),
        how_to_pay: z.string().nullable().meta({
          description:
            "By transfer: the bank details, as the invoice says them, else the settings. null: nobody wrote any.",
        }),
        pdf_url: z.url(),
        hosted_url: z
          .string()
          .nullable()
          .meta({ description: "By card: the provider's page that takes the payment." }),
      }),
    )
    .meta({ description: "Open invoices of which something is left to pay, the oldest first." }),
  invoices: z.array(
    Invoice.extend({
      pdf_url: z.url().nullable(),
      receipts: z.array(ReceiptLink),
      credit_notes: z.array(LinkedNote),
    }),
  ),
});
