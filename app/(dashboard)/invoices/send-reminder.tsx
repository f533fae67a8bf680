"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

type Reminded = Pick<Awaited<ReturnType<Api["invoices"]["get"]["query"]>>, "id" | "is_overdue">;

/** The reminders of an invoice that is paid by transfer, sent and planned. */
export const useReminders = (id: string) =>
  useLoaded("invoice reminders", id, (api, signal) => api.invoices.getReminders.query({ id }, { signal }));

/** Sends a reminder of an overdue invoice, where the last one was not sent a short while ago. */
export function SendReminder({ invoice: { id, is_overdue: isOverdue } }: { invoice: Reminded }) {
  const { data } = useReminders(id);
  if (!isOverdue || data?.next_by_hand_at !== null) return null;
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small">
          Send reminder now
        </Button>
      }
      title="Send a reminder now?"
      description="The customer gets a mail with the number of the invoice, what is left to pay, and how. The planned reminders go on. Another one can be sent a day later."
      schema={async () =>
        (await import("../../../server/domain/billing/invoice-actions/reminders/schema.ts")).ReminderInvoice
      }
      fields={[]}
      fixed={{ id }}
      submit="Send reminder"
      done="The reminder is on its way."
      act={(api, input) => api.invoices.sendReminder.mutate(input)}
    />
  );
}
