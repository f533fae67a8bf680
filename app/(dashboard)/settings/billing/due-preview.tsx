import type { FieldValues } from "react-hook-form";
import { formatDayCount } from "../../../_lib/format.ts";

/** The days of an unpaid invoice, in the order in which they come. */
export function DuePreview({ typed }: { typed: FieldValues }) {
  const reminders = numbersOf(typed.reminder_days);
  const [due] = numbersOf(typed.invoice_due_days);
  const [end] = numbersOf(typed.unpaid_after_days);
  const steps: [string, string][] = [
    ["Issued", "The customer gets the invoice by mail."],
    ...(due === undefined ? [] : [[`${formatDayCount(due)} later`, "It is due."] satisfies [string, string]]),
    ...reminders.map((days): [string, string] => [
      `${formatDayCount(days)} overdue`,
      "The customer is reminded by mail.",
    ]),
    ...(end === undefined
      ? []
      : [
          [`${formatDayCount(end)} overdue`, "The subscription is unpaid or canceled."] satisfies [
            string,
            string,
          ],
        ]),
  ];
  return (
    <>
      <h3 className="mb-2 text-xs font-medium text-muted">An invoice that nobody pays</h3>
      <ol className="space-y-2 text-[0.8125rem]">
        {steps.map(([when, what]) => (
          <li key={`${when} ${what}`} className="flex gap-3">
            <span className="w-28 shrink-0 font-medium tabular-nums">{when}</span>
            <span className="min-w-0">{what}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The whole numbers in what is typed, ascending. */
function numbersOf(typed: unknown): number[] {
  const parts = String(typed ?? "").match(/\d+/g) ?? [];
  return [...new Set(parts.map(Number))].sort((a, b) => a - b);
}
