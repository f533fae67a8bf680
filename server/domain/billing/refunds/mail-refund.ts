import type { Refund } from "../../../platform/database/client/client.ts";
import { formatMoney } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { invoiceLink } from "../invoices/invoice-link.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";

/** Queues the mail about money that was given back by hand without a credit note, if there is an address to write to. */
export async function mailRefund(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  refund: Refund,
): Promise<void> {
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id: refund.customerId } },
  });
  if (customer.email === null) return;
  await queueMail(tx, scope, {
    to: customer.email,
    dedupeKey: `refund:${refund.id}`,
    template: "refund",
    facts: {
      name: customer.name,
      invoiceNumber: invoice.displayNumber ?? "",
      amount: formatMoney(refund.amount, refund.currency),
      refundedAt: refund.refundedAt,
      reference: refund.reference,
      link: invoiceLink(scope, invoice.id),
    },
  });
}
