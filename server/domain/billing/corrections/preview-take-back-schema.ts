import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";

export const PreviewTakeBack = z.strictObject({ id: Identifier, payment_id: Identifier });

export const TakeBackPreview = z.object({
  currency: z.string(),
  /** What is not paid of the invoice afterwards. */
  amount_unpaid: Amount,
  /** Whether that stays written off; else it is left to pay. */
  is_written_off: z.boolean(),
  /** Credit that notes made of the payment: it comes off what is to be paid instead. */
  amount_off_due: Amount,
  /** The part of what is not paid that went back to the customer as money. */
  amount_given_back: Amount,
  /** What the payment brought beyond what was due: it is credit no more. */
  amount_surplus: Amount,
  /**
   * Whether what invoices have used of either credit is asked for at once, on an invoice of its own, as the credit was for no
   * subscription; else its subscription's next invoice asks for it.
   */
  is_off_due_asked_at_once: z.boolean(),
  is_surplus_asked_at_once: z.boolean(),
});

/** For the dashboard, which says what will happen: the operation without writing anything. */
export const previewTakeBackMeta = internalOperation({
  role: "VIEWER",
  errors: ["invoice_not_found", "invoice_collected_by_card", "payment_not_found", "payment_taken_back"],
});
