"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatDay } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { SendReminder, useReminders } from "./send-reminder.tsx";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

const LABELS = {
  SENT: ["Sent", "positive"],
  PLANNED: ["Planned", "neutral"],
  STOPPED: ["Stopped", "caution"],
} as const;

/** While no mail server is set up, mails stay in the mailbox here. */
const STORED = ["Stored, not sent", "caution"] as const;

/** When the customer was and will be reminded of an invoice that is paid by transfer; stops and resumes it. */
export function InvoiceReminders({ invoice: { id, status, is_overdue: isOverdue } }: { invoice: Invoice }) {
  const mayChange = useMay("ADMIN");
  const { sendsMail } = useDashboard();
  const labelOf = (state: keyof typeof LABELS) => (state === "SENT" && !sendsMail ? STORED : LABELS[state]);
  const { data } = useReminders(id);
  if (!data || (data.reminders.length === 0 && !isOverdue)) return null;
  return (
    <section aria-label="Reminders" className="rounded-md border">
      <div className="flex min-h-10 items-center justify-between gap-4 border-b px-4 py-1.5">
        <h3 className="text-[0.8125rem] font-medium">Reminders by mail</h3>
        {mayChange && status === "OPEN" && (
          <div className="flex gap-1">
            <SendReminder invoice={{ id, is_overdue: isOverdue }} />
            {data.reminders.some(({ status: state }) => state !== "SENT") && (
              <Switch id={id} isStopped={data.stopped_at !== null} />
            )}
          </div>
        )}
      </div>
      <ul className="divide-y text-[0.8125rem]">
        {data.reminders.map(({ at, status: state }) => (
          <li key={`${at} ${state}`} className="flex items-center justify-between gap-4 px-4 py-2">
            <span>{formatDay(at)}</span>
            <Badge tone={labelOf(state)[1]}>{labelOf(state)[0]}</Badge>
          </li>
        ))}
      </ul>
      {mayChange && status === "OPEN" && data.next_by_hand_at !== null && (
        <p className="border-t px-4 py-2 text-xs text-muted">
          {sendsMail ? "One was sent less than a day ago." : "Stored, not sent: no mail server is set up."}{" "}
          The next one can be sent by hand from <Moment iso={data.next_by_hand_at} isExact /> on.
        </p>
      )}
      {mayChange && status === "OPEN" && !isOverdue && (
        <p className="border-t px-4 py-2 text-xs text-muted">
          Once the invoice is overdue, you can send one by hand here, too.
        </p>
      )}
    </section>
  );
}

function Switch({ id, isStopped }: { id: string; isStopped: boolean }) {
  return (
    <ActionDialog
      key={String(isStopped)}
      trigger={
        <Button variant="ghost" size="small">
          {isStopped ? "Resume" : "Stop"}
        </Button>
      }
      title={isStopped ? "Resume the reminders?" : "Stop the reminders?"}
      description={
        isStopped
          ? "The next planned reminder is sent. Those whose day has passed meanwhile are not."
          : "No reminder is sent for this invoice until you resume them. It stays to be paid, and its subscription past due."
      }
      schema={async () => {
        const schemas = await import(
          "../../../server/domain/billing/invoice-actions/reminders/reminder-schedule-schema.ts"
        );
        return isStopped ? schemas.ResumeReminders : schemas.StopReminders;
      }}
      fields={[{ name: "reason", label: "Reason", kind: "textarea", isRequired: true }]}
      fixed={{ id }}
      submit={isStopped ? "Resume reminders" : "Stop reminders"}
      done={isStopped ? "Reminders are sent again." : "No reminders are sent any more."}
      act={(api, input) =>
        isStopped ? api.invoices.resumeReminders.mutate(input) : api.invoices.stopReminders.mutate(input)
      }
    />
  );
}
