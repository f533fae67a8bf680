import { formatMoney } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { creditNoteLink } from "./credit-note-link.ts";
import type { LoadedCreditNote } from "./view-credit-note.ts";

/** Queues the mail about a credit note of ours, if there is an address to write to. */
export async function mailCreditNote(tx: Tx, scope: Scope, note: LoadedCreditNote): Promise<void> {
  const { tenantId } = scope;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: note.customerId } },
  });
  if (customer.email === null) return;
  const words = (amount: bigint) => (amount === 0n ? null : formatMoney(amount, note.currency));
  await queueMail(tx, scope, {
    to: customer.email,
    dedupeKey: `credit_note:${note.id}`,
    template: "credit_note",
    facts: {
      name: customer.name,
      number: note.displayNumber ?? "",
      invoiceNumber: note.invoice.displayNumber ?? "",
      amount: formatMoney(note.amount, note.currency),
      offDue: words(note.offDue),
      toBalance: words(note.toBalance),
      toRefund: words(note.toRefund),
      reason: note.reason ?? "",
      link: creditNoteLink(scope, note.id),
    },
  });
}
