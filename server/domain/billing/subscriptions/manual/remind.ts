import type { Scope } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { lockInvoice } from "../../invoices/load-invoice.ts";
import { mailInvoice } from "../../invoices/mail-invoice.ts";
import { viewInvoice } from "../../invoices/view-invoice.ts";

const DAY_MS = 86_400_000;

/** Reminds a customer of a manual invoice that is overdue by the days of the tenant's next reminder; once for each reminder. */
export async function remind(scope: Scope, invoiceId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  await db.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, scope, invoiceId);
    const { reminderDays } = await getTenant(tx, scope);
    const next = reminderDays[invoice.reminders];
    const now = clock.now();
    const isDue =
      invoice.status === "OPEN" &&
      invoice.dueAt !== null &&
      next !== undefined &&
      now.getTime() >= invoice.dueAt.getTime() + next * DAY_MS;
    if (!isDue) return;
    // After a long outage the worker reminds once, not once for each missed reminder.
    const late = reminderDays.filter(
      (days) => now.getTime() >= (invoice.dueAt?.getTime() ?? 0) + days * DAY_MS,
    );
    const reminders = Math.max(late.length, invoice.reminders + 1);
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id: invoiceId } },
      data: { reminders, updatedAt: now },
    });
    const customer = await tx.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: invoice.customerId } },
    });
    await mailInvoice(tx, scope, { template: "invoice_reminder", invoice, customer, nth: reminders });
    await recordChange(tx, scope, {
      type: "invoice.reminded",
      objectType: "invoice",
      objectId: invoiceId,
      after: viewInvoice({ ...invoice, reminders }, now),
    });
  });
}
