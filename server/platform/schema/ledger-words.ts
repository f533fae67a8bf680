// The words of the journal and of the accountant's files, apart from those that every list shows.

/** What a transfer of the journal, or the money of a payment, is. */
export const TRANSFERS = {
  ACCRUED: "Charged",
  MOVED: "Moved to the other provider",
  PLACED: "Put on an invoice",
  ENDED: "Taken off the invoice",
  WRITTEN_OFF: "Charge given up",
  TAX: "Tax on top",
  TAX_INCLUDED: "Tax included",
  DISCOUNT: "Discount",
  CREDIT_NOTE: "Credit note",
  CREDIT_NOTE_TAX: "Tax of a credit note",
  CREDIT: "Paid from credit, or kept as credit",
  CASH: "Payment",
  SURPLUS: "Payment of more than was due, kept as credit",
  REFUND: "Refund",
  DISPUTE: "Disputed payment",
  DISPUTE_LOST: "Lost dispute",
  WRITE_OFF: "Written off",
  BALANCE: "Credit changed at the card provider",
} as const;

export const ACCOUNTS = {
  UNBILLED: "Not invoiced yet",
  RECEIVABLE: "Left to pay",
  CREDIT: "Credit",
  CASH: "Collected",
  REVENUE: "Revenue",
  DISCOUNT: "Discount or credit note",
  GIVEN_BACK: "Given back",
  TAX: "Tax",
  DISPUTED: "Disputed",
  WRITTEN_OFF: "Written off",
  CANCELED: "Canceled billing",
} as const;

export const CREDIT_NOTE_STATUSES = { ISSUED: "Issued", VOID: "Void" } as const;

export const REFUND_STATUSES = {
  PENDING: "On its way",
  SUCCEEDED: "Given back",
  FAILED: "Failed",
  CANCELED: "Canceled",
} as const;

/** What a line of an invoice is, in the files for the accountant. */
export const LINE_KINDS = {
  CHARGE: "Charge",
  CREDIT: "Credit carried over",
  CREDIT_NOTE: "Credit note",
} as const;
