"use client";

import { Day } from "../../_components/moment.tsx";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** What each kind of decision says. */
const KINDS = {
  VOIDED: "Voided",
  REISSUED: "Voided and issued anew",
  WRITTEN_OFF: "Written off",
  REOPENED: "Open again",
  REFUND_TAKEN_BACK: "Refund taken back",
  DUE_DATE_EXTENDED: "Due date extended",
  REMINDERS_STOPPED: "Reminders stopped",
  NOT_WRITTEN_OFF: "Not written off: the card provider refused",
  REMINDERS_RESUMED: "Reminders resumed",
} as const;

/** What people did with an invoice by hand, and why. */
export function InvoiceDecisions({ id, isPaid }: { id: string; isPaid: boolean }) {
  const { data } = useLoaded("invoice decisions", id, (api, signal) =>
    api.invoices.listDecisions.query({ id }, { signal }),
  );
  const decisions = data?.data ?? [];
  if (decisions.length === 0) return null;
  const about = decisions.find(({ kind }) => kind === "WRITTEN_OFF" || kind === "REOPENED");
  const writtenOff = about?.kind === "WRITTEN_OFF" ? about.id : null;
  return (
    <section aria-label="Decisions" className="rounded-md border">
      <h3 className="border-b px-4 py-2.5 text-[0.8125rem] font-medium">By hand</h3>
      <ul className="divide-y text-[0.8125rem]">
        {decisions.map(({ id: key, kind, reason, created_at: at }) => (
          <li key={key} className="flex items-start justify-between gap-4 px-4 py-2">
            <span className="min-w-0 break-words">
              {KINDS[kind]}
              {isPaid && key === writtenOff && ", and paid after all"}
              {reason && <span className="block text-xs text-muted">“{reason}”</span>}
            </span>
            <Day iso={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
