"use client";

import { parseAsString, useQueryState } from "nuqs";
import { BY_CARD } from "../../../server/platform/schema/provider.ts";
import { Moment } from "../../_components/moment.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDaysSince, formatMoney } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { SendReminder } from "./send-reminder.tsx";

type Row = Awaited<ReturnType<Api["invoices"]["browse"]["query"]>>["data"][number];

interface Props {
  subscription: { id: string; provider: Row["provider"] };
}

/** The most that are named: the list of invoices below has them all. */
const MOST = 3;

/** The invoices that a subscription is past due for, the oldest first, with what can be done about each. */
export function OverdueBanner({ subscription: { id, provider } }: Props) {
  // What a card did not pay has no due date to be past.
  const unpaid = provider === BY_CARD ? { status: "OPEN" as const } : { is_overdue: true };
  const { data, error } = useLoaded("unpaid invoices", id, (api, signal) =>
    api.invoices.browse.query(
      { subscription_id: id, ...unpaid, sort: "due_at", order: "asc", limit: MOST },
      { signal },
    ),
  );
  if (error) return null;
  if (!data) return <Skeleton className="mb-5 h-14 w-full" />;
  if (data.data.length === 0) return null;
  return (
    <section
      aria-label="To be paid"
      className="mb-5 space-y-2 rounded-md bg-caution-ground px-4 py-3 text-[0.8125rem] text-caution"
    >
      {data.data.map((invoice) => (
        <Unpaid key={invoice.id} invoice={invoice} />
      ))}
    </section>
  );
}

function Unpaid({ invoice }: { invoice: Row }) {
  const [, open] = useQueryState("invoice", parseAsString);
  const mayChange = useMay("ADMIN");
  const isByCard = invoice.provider === BY_CARD;
  const show = () => void open(invoice.id);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className="rounded font-medium underline underline-offset-2"
        >
          {invoice.number ?? "Invoice"}
        </button>
        : {stateOf(invoice)}
        {invoice.next_attempt_at && (
          <>
            {" "}
            The card is tried again <Moment iso={invoice.next_attempt_at} isExact />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayChange && !isByCard && <SendReminder invoice={invoice} />}
        {isByCard && (
          <Button size="small" variant="secondary" onClick={show}>
            Open invoice
          </Button>
        )}
      </div>
    </div>
  );
}

/** "$238.50 is 3 days overdue.", in the customer's time. */
function stateOf({ amount_remaining: left, currency, is_overdue: isOverdue, due_at: due, now }: Row): string {
  const money = formatMoney(left, currency);
  return isOverdue && due
    ? `${money} is ${formatDaysSince(due, new Date(now))} overdue.`
    : `${money} is not paid.`;
}
