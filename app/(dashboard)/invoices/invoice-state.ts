import { INVOICE_STATUSES, PARTLY_PAID, PARTLY_WRITTEN_OFF } from "../../../server/platform/schema/words.ts";

export interface Invoice {
  status: keyof typeof INVOICE_STATUSES;
  amount_paid: number;
  amount_from_credit: number;
}

/** Whether it is an open invoice of which money that came, or the customer's credit, paid a part. */
export const isPartlyPaid = ({ status, amount_paid: paid, amount_from_credit: credit }: Invoice) =>
  status === "OPEN" && (paid > 0 || credit > 0);

/** Whether it was given up, but for what was paid before or after that. */
export const isPartlyWrittenOff = ({ status, amount_paid: paid, amount_from_credit: credit }: Invoice) =>
  status === "UNCOLLECTIBLE" && (paid > 0 || credit > 0);

/** What the state of an invoice is called, in the list, its window and its file. */
export function stateName(invoice: Invoice): string {
  if (isPartlyPaid(invoice)) return PARTLY_PAID;
  return isPartlyWrittenOff(invoice) ? PARTLY_WRITTEN_OFF : INVOICE_STATUSES[invoice.status];
}
