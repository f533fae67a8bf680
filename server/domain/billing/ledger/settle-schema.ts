import { z } from "zod";
import { Currency, Identifier, lines, TimestampInput, text } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";

const To = z.enum(["REFUND", "SUBSCRIPTION", "INVOICE", "WRITE_OFF"]);

/** What each way needs, and no other way takes. */
const TARGETS = { SUBSCRIPTION: "to_subscription_id", INVOICE: "to_invoice_id" } as const;

const namesTarget =
  (way: keyof typeof TARGETS) =>
  (input: { to: string; to_subscription_id?: unknown; to_invoice_id?: unknown }) =>
    (input.to === way) === (input[TARGETS[way]] !== undefined);

const needs = (way: keyof typeof TARGETS) => ({
  message: `send ${TARGETS[way]} with ${way}, and only then`,
  path: [TARGETS[way]],
});

/** Of a subscription, or of a customer in a currency. */
const namesOne = (input: { subscription_id?: unknown; customer?: unknown; currency?: unknown }) =>
  input.subscription_id === undefined
    ? input.customer !== undefined && input.currency !== undefined
    : input.customer === undefined && input.currency === undefined;

export const SettleCredit = z
  .strictObject({
    subscription_id: Identifier.optional().meta({
      description:
        "The subscription that has ended, whose credit it is. Left out for a customer's own credit.",
    }),
    customer: Identifier.optional().meta({
      description:
        "With `currency`, without `subscription_id`: the customer who has credit for no subscription, because payments brought more than was due.",
    }),
    currency: Currency.optional().meta({ description: "With `customer`: the currency of that credit." }),
    amount: Amount.min(1).meta({
      description:
        "All the credit that is left of it, in the minor unit. Another amount is refused (credit_amount_changed), so that nothing is settled that you have not seen.",
    }),
    to: To.meta({
      description:
        "REFUND: you gave it back by hand, outside of the card provider; a final invoice says what it was of. SUBSCRIPTION: the next invoice of another subscription uses it. INVOICE: it pays an open invoice of the customer, as far as that goes; the rest stays. WRITE_OFF: nobody gets it.",
    }),
    to_subscription_id: Identifier.optional().meta({
      description:
        "With SUBSCRIPTION: the customer's other subscription, paid by transfer, in the same currency.",
    }),
    to_invoice_id: Identifier.optional().meta({
      description:
        "With INVOICE: an open invoice of the customer's that is paid by transfer, in the same currency. One of the card provider is refused (credit_target_invoice_invalid): it uses credit for invoices that it has not issued yet alone.",
    }),
    reason: lines(500).meta({
      description: "Why, for those who read it later. Erased with the customer's personal data.",
    }),
    reference: text(200).optional().meta({ description: "With REFUND: the reference of the transfer, say." }),
    refunded_at: TimestampInput.optional().meta({
      description: "With REFUND: when the money was given back; now when left out.",
    }),
  })
  .refine(namesOne, {
    message: "send either subscription_id, or customer and currency",
    path: ["subscription_id"],
  })
  .refine(namesTarget("SUBSCRIPTION"), needs("SUBSCRIPTION"))
  .refine(namesTarget("INVOICE"), needs("INVOICE"))
  .meta({ id: "SettleCreditRequest" });

export const CreditSettlement = z
  .object({
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: "The subscription that has ended; null: the credit was for none." }),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    amount: Amount.meta({
      description: "What was settled; with INVOICE no more than was left to pay of that.",
    }),
    to: To,
    invoice_id: z
      .string()
      .nullable()
      .meta({ description: "The final invoice that says what the credit was of; null: it was written off." }),
    refund_id: z.string().nullable().meta({ description: "null: it was not given back as money." }),
  })
  .meta({ id: "CreditSettlement" });

export const settleCreditMeta = operation({
  method: "POST",
  path: "/v1/billing/ledger/settle-credit",
  tag: "Billing",
  security: "app+jwt",
  summary: "Settle credit that no subscription's invoice uses",
  description:
    "Credit waits for the next invoice of its subscription. When that has ended, no invoice will use it, and credit for no subscription waits for the customer's next one-off invoice by transfer: this pays it back, gives it to another subscription, pays an open invoice with it, or writes it off. Of several at once the first one counts; the others are refused (credit_amount_changed).",
  scope: "billing:admin",
  isAtomic: true,
  errors: [
    "customer_not_found",
    "subscription_not_found",
    "payment_date_too_early",
    "refund_date_in_future",
    "credit_amount_changed",
    "credit_used_by_next_invoice",
    "credit_target_subscription_invalid",
    "credit_target_invoice_invalid",
  ],
});

export const LeftCreditOf = z.strictObject({
  customer: Identifier.optional(),
  subscription_id: Identifier.optional(),
});

export const LeftCredit = z.object({
  /** How many there are; `data` has the newest hundred. */
  total: z.number().int(),
  data: z.array(
    z.object({
      /** null: the customer's own, of payments of more than was due. */
      subscription_id: z.string().nullable(),
      customer: CustomerSummary,
      /** The product and its plan; null without a subscription. */
      name: z.string().nullable(),
      currency: z.string(),
      amount: Amount,
      /** The subscriptions whose next invoice could use it. */
      takers: z.array(z.object({ id: z.string(), name: z.string() })),
      /** The open invoices by transfer that it could pay. */
      invoices: z.array(z.object({ id: z.string(), number: z.string(), amount_remaining: Amount })),
    }),
  ),
});

/** For the dashboard: credit of ended subscriptions and of customers for none, of one or of a customer's, else of the newest hundred. */
export const leftCreditMeta = internalOperation({ role: "VIEWER", errors: ["customer_not_found"] });
