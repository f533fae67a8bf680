import type { Customer } from "../../../platform/database/client/client.ts";
import { formatMoney } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { invoiceLink } from "./invoice-link.ts";
import { Letterhead } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

interface Letter {
  template: "invoice" | "invoice_reminder";
  invoice: LoadedInvoice;
  customer: Customer;
  /** Distinguishes mails of the same kind about one invoice: each is sent once. */
  nth: number | string;
}

/** Queues a mail about an invoice of ours, if there is something to pay and an address to write to. */
export async function mailInvoice(
  tx: Tx,
  scope: Scope,
  { template, invoice, customer, nth }: Letter,
): Promise<void> {
  const open = invoice.amountDue - invoice.amountPaid;
  if (customer.email === null || open <= 0n) return;
  await queueMail(tx, scope, {
    to: customer.email,
    dedupeKey: `${template}:${invoice.id}:${nth}`,
    template,
    facts: {
      name: customer.name,
      number: invoice.displayNumber ?? "",
      amount: formatMoney(open, invoice.currency),
      dueAt: invoice.dueAt ?? invoice.createdAt,
      saysHowToPay: invoice.letterhead !== null && Letterhead.parse(invoice.letterhead).payment !== null,
      link: invoiceLink(scope, invoice.id),
    },
  });
}
