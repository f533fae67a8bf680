import { z } from "zod";
import { pageOf, pageQuery, searchText, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { Month } from "../../../platform/schema/month.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { ListInvoices } from "./list-invoices-schema.ts";
import { Invoice } from "./schema.ts";

/** What narrows the list and its sums. */
const filters = {
  ...ListInvoices.pick({
    customer: true,
    subscription_id: true,
    status: true,
    provider: true,
    is_overdue: true,
  }).shape,
  is_partly_paid: booleanText()
    .meta({ description: "Only open ones of which money or credit paid a part." })
    .optional(),
  is_zero: booleanText()
    .meta({
      description:
        "Only those of 0, such as those of trials: no drafts, and none that became the customer's credit.",
    })
    .optional(),
  month: Month.optional().meta({ description: "Those that were issued in this month, UTC: no drafts." }),
  q: searchText(200).optional().meta({
    description: "The number, an identifier, or part of the customer's name or address.",
  }),
};

export const BrowseInvoices = z.strictObject({
  ...pageQuery,
  ...filters,
  sort: z.enum(["created_at", "due_at"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

export const InvoiceRows = pageOf(
  Invoice.omit({ lines: true }).extend({
    customer: CustomerSummary,
    now: Timestamp.meta({
      description: "The customer's time: that of their test clock, where they are on one.",
    }),
  }),
);

export const SumInvoices = z.strictObject(filters);

/** The sums of the invoices that a filter finds: without drafts, void ones and those on test clocks, but for the counts. */
export const InvoiceTotals = z.object({
  count: z.number().int(),
  drafts: z.number().int(),
  void: z.number().int(),
  /** Of customers on test clocks, whatever their status: the files for the accountant leave them out, too. */
  on_test_clocks: z.number().int(),
  by_currency: z.array(
    z.object({
      currency: z.string(),
      count: z.number().int(),
      total: Amount,
      /** By credit notes. The total less it is the sum of the amounts that follow. */
      amount_credited: Amount,
      /** Money that came, less money that went back or is disputed. */
      amount_collected: Amount,
      /** Refunded without a credit note: it stays billed. */
      amount_given_back: Amount,
      amount_disputed: Amount,
      /** What the customers' credit paid of them: the sum of their amount_from_credit. */
      amount_from_credit: Amount,
      /** Credit of ended subscriptions that was paid out as money, by the final invoices that say so: it lowers what was collected. */
      amount_credit_paid_out: Amount,
      /** 0 or below: what became the customers' credit, of invoices below 0, of credit notes and of payments of more than was due. */
      amount_kept_as_credit: Amount,
      /** What is left to pay of the open ones. */
      amount_remaining: Amount,
      amount_written_off: Amount,
    }),
  ),
});

export const browseInvoicesMeta = internalOperation({ role: "VIEWER" });
