import { INVOICE_STATUSES, PARTLY_PAID } from "../../../server/platform/schema/words.ts";

interface Invoice {
  status: keyof typeof INVOICE_STATUSES;
  amount_paid: number;
  amount_from_credit: number;
}

/** Whether it is an open invoice of which money that came, or the customer's credit, paid a part. */
export const isPartlyPaid = ({ status, amount_paid: paid, amount_from_credit: credit }: Invoice) =>
  status === "OPEN" && (paid > 0 || credit > 0);

/** What the state of an invoice is called, in the list and its file. */
export const stateName = (invoice: Invoice): string =>
  isPartlyPaid(invoice) ? PARTLY_PAID : INVOICE_STATUSES[invoice.status];
