import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addIntervals } from "../../../platform/calendar.ts";
import type { Scope } from "../../../platform/scope.ts";
import { writeDecision } from "../invoices/decisions.ts";
import { lockOpen, recordInvoice } from "../invoices/open-invoice.ts";
import type { Invoice } from "../invoices/schema.ts";
import { updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import type { ExtendDueDate } from "./extend-due-date-schema.ts";

const LONGEST_YEARS = 10;

/**
 * Puts off the due date of an invoice of ours; the status of its subscription follows in the same transaction, and its reminders begin anew.
 */
export function extendDueDate(
  caller: Scope,
  { id, due_at: said, reason }: z.output<typeof ExtendDueDate>,
): Promise<z.output<typeof Invoice>> {
  const dueAt = new Date(said);
  return updateInvoice(caller, id, async (tx, scope) => {
    const row = await lockOpen(tx, scope, id);
    const now = scope.clock.now();
    const earliest = row.dueAt !== null && row.dueAt > now ? row.dueAt : now;
    const latest = addIntervals(now, "YEAR", LONGEST_YEARS);
    if (dueAt <= earliest || dueAt > latest)
      throw new ApiError("due_date_invalid", {
        details: {
          due_at: dueAt.toISOString(),
          earliest: earliest.toISOString(),
          latest: latest.toISOString(),
        },
      });
    await tx.invoice.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id } },
      data: { dueAt, reminders: 0, updatedAt: now },
    });
    await writeDecision(tx, scope, id, { kind: "DUE_DATE_EXTENDED", reason });
    return recordInvoice(tx, scope, "extend_due_date", row);
  });
}
