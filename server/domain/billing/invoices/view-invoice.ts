import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import { isOverdue } from "./due-date.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { amountsOf, creditedOf } from "./rules.ts";
import type { Invoice } from "./schema.ts";

/** An invoice as it is shown; now, its customer's time, says whether it is overdue. */
export function viewInvoice(row: LoadedInvoice, now: Date): z.output<typeof Invoice> {
  const amounts = amountsOf(row);
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer_id: row.customerId,
    subscription_id: row.subscriptionId,
    provider: row.provider,
    provider_invoice_id: row.providerInvoiceId,
    number: row.displayNumber,
    reason: row.reason,
    status: row.status,
    currency: row.currency,
    subtotal: toWireAmount(row.subtotal),
    discount: toWireAmount(row.discount),
    tax: toWireAmount(row.tax),
    total: toWireAmount(row.total),
    amount_from_credit: toWireAmount(amounts.fromCredit),
    amount_kept_as_credit: toWireAmount(amounts.keptAsCredit),
    amount_due: toWireAmount(amounts.due),
    amount_paid: toWireAmount(row.amountPaid),
    amount_surplus: toWireAmount(row.amountSurplus),
    amount_remaining: toWireAmount(amounts.remaining),
    ...viewCorrections(row),
    amount_written_off: toWireAmount(amounts.writtenOff),
    is_overdue: row.status === "OPEN" && isOverdue(row.dueAt, now),
    period_start: iso(row.periodStart),
    period_end: iso(row.periodEnd),
    issued_at: iso(row.issuedAt),
    due_at: iso(row.dueAt),
    paid_at: iso(row.paidAt),
    voided_at: iso(row.voidedAt),
    attempt_count: row.attemptCount,
    next_attempt_at: iso(row.nextAttemptAt),
    hosted_url: row.hostedUrl,
    replaces_id: row.replacesId,
    replaced_by_id: row.replacedById,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    lines: row.lines.map((line) => ({
      id: line.id,
      description: line.description,
      amount: toWireAmount(line.amount),
      is_proration: line.isProration,
      period_start: iso(line.periodStart),
      period_end: iso(line.periodEnd),
    })),
  };
}

function viewCorrections(invoice: LoadedInvoice) {
  return {
    amount_off_due: toWireAmount(invoice.creditNotes ?? 0n),
    amount_credited: toWireAmount(creditedOf(invoice)),
    amount_refunded: toWireAmount(invoice.amountRefunded),
    amount_disputed: toWireAmount(invoice.amountDisputed),
  };
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
