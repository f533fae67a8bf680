import type { Scope } from "../../../../platform/scope.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { lockInvoice } from "../../invoices/load-invoice.ts";
import { mailInvoice } from "../../invoices/mail-invoice.ts";
import { recordInvoice } from "../../invoices/open-invoice.ts";
import { pastReminders } from "./rules.ts";

/**
 * Reminds a customer of an invoice of ours that is overdue by the days of the tenant's next reminder; once for each reminder, and not
 * while a person has stopped them. After a long outage the worker reminds once, not once for each missed reminder.
 */
export async function remind(scope: Scope, invoiceId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  await db.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, scope, invoiceId);
    const { status, dueAt, remindersStoppedAt } = invoice;
    if (status !== "OPEN" || dueAt === null || remindersStoppedAt !== null) return;
    const { reminderDays } = await getTenant(tx, scope);
    const now = clock.now();
    const reminders = pastReminders(dueAt, reminderDays, now);
    if (reminders <= invoice.reminders) return;
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id: invoiceId } },
      data: { reminders, updatedAt: now },
    });
    const customer = await tx.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: invoice.customerId } },
    });
    // With the due date: one that is put off is reminded of anew.
    const nth = `${reminders}:${dueAt.toISOString()}`;
    await mailInvoice(tx, scope, { template: "invoice_reminder", invoice, customer, nth });
    await recordInvoice(tx, scope, "remind", invoice);
  });
}
