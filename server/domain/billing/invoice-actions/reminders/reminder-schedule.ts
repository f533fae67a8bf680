import type { z } from "zod";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { timesOfCustomers } from "../../../customers/customer-clock.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { writeDecision } from "../../invoices/decisions.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "../../invoices/load-invoice.ts";
import { lockOpen, recordInvoice } from "../../invoices/open-invoice.ts";
import { updateInvoice } from "../../subscriptions/by-invoice/update-invoice.ts";
import type { ResumeReminders, StopReminders } from "./reminder-schedule-schema.ts";
import { nextByHand, pastReminders, reminderTimes } from "./rules.ts";
import type { ReminderInvoice, ReminderSchedule } from "./schema.ts";

type Schedule = z.output<typeof ReminderSchedule>;

/** The reminders of an invoice: those that were sent, and those that come. Throws invoice_not_found. */
export async function getReminders(
  scope: Scope,
  { id }: z.output<typeof ReminderInvoice>,
): Promise<Schedule> {
  return showReminders(scope.db, scope, await getInvoiceOrThrow(scope.db, scope, id));
}

/**
 * Sends no reminders of an invoice of ours any more. Stopped twice is stopped once. Throws invoice_not_found, invoice_status_conflict or
 * invoice_collected_by_card.
 */
export function stopReminders(
  scope: Scope,
  { id, reason }: z.output<typeof StopReminders>,
): Promise<Schedule> {
  return switchReminders(scope, id, reason, true);
}

/**
 * Sends reminders of an invoice of ours again, from the next one on: those whose day has passed meanwhile are passed over. Resumed twice is
 * resumed once. Throws invoice_not_found, invoice_status_conflict or invoice_collected_by_card.
 */
export function resumeReminders(
  scope: Scope,
  { id, reason }: z.output<typeof ResumeReminders>,
): Promise<Schedule> {
  return switchReminders(scope, id, reason, false);
}

async function switchReminders(
  caller: Scope,
  id: string,
  reason: string,
  isStop: boolean,
): Promise<Schedule> {
  await updateInvoice(caller, id, async (tx, scope) => {
    const row = await lockOpen(tx, scope, id);
    if ((row.remindersStoppedAt !== null) === isStop) return row;
    const now = scope.clock.now();
    await tx.invoice.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id } },
      data: {
        remindersStoppedAt: isStop ? now : null,
        updatedAt: now,
        ...(!isStop && { reminders: await passed(tx, scope, row) }),
      },
    });
    await writeDecision(tx, scope, id, { kind: isStop ? "REMINDERS_STOPPED" : "REMINDERS_RESUMED", reason });
    return recordInvoice(tx, scope, isStop ? "stop_reminders" : "resume_reminders", row);
  });
  return getReminders(caller, { id });
}

/** How many reminders are over: none that was sent is sent again, also where the tenant changed its days. */
async function passed(tx: Tx, scope: Scope, { dueAt, reminders }: LoadedInvoice): Promise<number> {
  const { reminderDays } = await getTenant(tx, scope);
  return Math.max(reminders, dueAt === null ? 0 : pastReminders(dueAt, reminderDays, scope.clock.now()));
}

async function showReminders(tx: Tx, scope: Scope, row: LoadedInvoice): Promise<Schedule> {
  const { tenantId } = scope;
  const { id, status, provider, dueAt, remindersStoppedAt } = row;
  const sent = await tx.event.findMany({
    where: { tenantId, objectId: id, type: "invoice.reminded" },
    select: { createdAt: true },
    orderBy: { sequence: "asc" },
  });
  const { reminderDays } = await getTenant(tx, scope);
  const now = (await timesOfCustomers(tx, scope, [row.customerId]))(row.customerId);
  const isOurs = provider === BY_INVOICE && status === "OPEN" && dueAt !== null;
  const coming = isOurs ? reminderTimes(dueAt, reminderDays).slice(row.reminders) : [];
  return {
    invoice_id: id,
    due_at: dueAt?.toISOString() ?? null,
    stopped_at: remindersStoppedAt?.toISOString() ?? null,
    next_by_hand_at: nextByHand(sent.at(-1)?.createdAt, now)?.toISOString() ?? null,
    reminders: [
      ...sent.map(({ createdAt }) => ({ at: createdAt.toISOString(), status: "SENT" as const })),
      ...coming.map((at) => ({
        at: at.toISOString(),
        status: remindersStoppedAt === null ? ("PLANNED" as const) : ("STOPPED" as const),
      })),
    ],
  };
}
