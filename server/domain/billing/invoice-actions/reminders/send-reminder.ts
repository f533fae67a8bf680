import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { isOverdue } from "../../invoices/due-date.ts";
import { mailInvoice } from "../../invoices/mail-invoice.ts";
import { lockOpen, recordInvoice } from "../../invoices/open-invoice.ts";
import { updateInvoice } from "../../subscriptions/by-invoice/update-invoice.ts";
import { getReminders } from "./reminder-schedule.ts";
import { nextByHand } from "./rules.ts";
import type { ReminderInvoice, ReminderSchedule } from "./schema.ts";

/**
 * Reminds the customer of an overdue invoice of ours now, beside the planned reminders and also where they are stopped: a person asked for
 * it. Not twice within a day, also of two at once.
 */
export async function sendReminder(
  caller: Scope,
  { id }: z.output<typeof ReminderInvoice>,
): Promise<z.output<typeof ReminderSchedule>> {
  await updateInvoice(caller, id, async (tx, scope) => {
    const invoice = await lockOpen(tx, scope, id);
    const now = scope.clock.now();
    if (!isOverdue(invoice.dueAt, now))
      throw new ApiError("invoice_not_overdue", {
        details: { due_at: invoice.dueAt?.toISOString() ?? "no day" },
      });
    await requirePause(tx, scope, id);
    const key = { tenantId_id: { tenantId: scope.tenantId, id: invoice.customerId } };
    const customer = await tx.customer.findUniqueOrThrow({ where: key });
    if (customer.email === null) throw new ApiError("customer_without_email");
    const nth = `now:${now.toISOString()}`;
    await mailInvoice(tx, scope, { template: "invoice_reminder", invoice, customer, nth });
    return recordInvoice(tx, scope, "remind", invoice);
  });
  return getReminders(caller, { id });
}

async function requirePause(tx: Tx, { tenantId, clock }: Scope, objectId: string): Promise<void> {
  const last = await tx.event.findFirst({
    where: { tenantId, objectId, type: "invoice.reminded" },
    select: { createdAt: true },
    orderBy: { sequence: "desc" },
  });
  if (!last) return;
  const next = nextByHand(last.createdAt, clock.now());
  if (next !== null)
    throw new ApiError("reminder_too_soon", {
      details: { sent_at: last.createdAt.toISOString(), next_at: next.toISOString() },
    });
}
