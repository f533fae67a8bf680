import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { Badge } from "../../_components/ui/badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney, formatShortDay } from "../../_lib/format.ts";
import { DecideDialog } from "./decide-dialog.tsx";

export type ChargeRow = Awaited<ReturnType<Api["ledger"]["browse"]["query"]>>["data"][number];

const LINK = "rounded font-medium text-link hover:underline";

/** What a charge's state means for the one who looks at it. */
export const STATES: Record<
  ChargeRow["state"],
  { label: string; tone: "notice" | "positive" | "caution" | "neutral" }
> = {
  waiting: { label: "Not invoiced yet", tone: "notice" },
  sent: { label: "On the next invoice", tone: "notice" },
  invoiced: { label: "Invoiced", tone: "positive" },
  held: { label: "Needs a decision", tone: "caution" },
  written_off: { label: "Written off", tone: "neutral" },
  balance: { label: "Credit at the card provider", tone: "neutral" },
};

const customerLabel = ({ name, email, external_id: externalId }: ChargeRow["customer"]) =>
  name ?? email ?? externalId;

/** The columns of a list of charges; of all customers, or of one. */
export const columnsFor = ({ isOfAll }: { isOfAll: boolean }): Column<ChargeRow>[] => [
  {
    id: "what",
    header: "Charge",
    cell: (row) => <WhatCell row={row} isOfAll={isOfAll} />,
  },
  ...(isOfAll ? [CUSTOMER] : [STATE]),
  {
    id: "invoice",
    header: "Invoice",
    className: "max-sm:hidden",
    cell: (row) => <InvoiceLink row={row} />,
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount, currency }) => <span className="font-medium">{formatMoney(amount, currency)}</span>,
  },
  {
    id: "created",
    header: "Charged",
    align: "right",
    className: "max-md:hidden",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  {
    id: "decide",
    header: "",
    align: "right",
    cell: (row) => row.state === "held" && <DecideDialog charge={row} />,
  },
];

function WhatCell({ row, isOfAll }: { row: ChargeRow; isOfAll: boolean }) {
  const { description, period_start: start, period_end: end, customer, customer_id: id, state, why } = row;
  return (
    <>
      <span className="block truncate font-medium" title={description}>
        {description}
      </span>
      {isOfAll && (
        <Link
          href={`/customers/${id}` as Route}
          className="block truncate text-xs text-link hover:underline sm:hidden"
        >
          {customerLabel(customer)}
        </Link>
      )}
      {!isOfAll && (
        <span className="block sm:hidden">
          <StateBadge state={state} />
        </span>
      )}
      {start !== end && (
        <span className="block truncate text-xs text-muted">
          {formatShortDay(start)} to {formatShortDay(end)}
        </span>
      )}
      {row.invoice_id && (
        <Link
          href={`/invoices?invoice=${row.invoice_id}` as Route}
          className="block truncate text-xs text-link hover:underline sm:hidden"
        >
          Invoice {row.invoice_number}
        </Link>
      )}
      {state !== "invoiced" && why?.reason && (
        <span className="block truncate text-xs text-muted" title={why.reason}>
          “{why.reason}”
        </span>
      )}
    </>
  );
}

/** The invoice that a charge is on, or was on last. */
function InvoiceLink({ row: { invoice_id: id, invoice_number: number, state } }: { row: ChargeRow }) {
  if (id === null) return <span className="text-muted">–</span>;
  return (
    <>
      <Link href={`/invoices?invoice=${id}` as Route} className={LINK}>
        {number ?? "Open"}
      </Link>
      {state !== "invoiced" && <span className="block text-xs text-muted">voided</span>}
    </>
  );
}

const CUSTOMER: Column<ChargeRow> = {
  id: "customer",
  header: "Customer",
  className: "max-sm:hidden",
  cell: ({ customer, customer_id: id }) => (
    <Link href={`/customers/${id}` as Route} className={`block truncate ${LINK}`}>
      {customerLabel(customer)}
    </Link>
  ),
};

const STATE: Column<ChargeRow> = {
  id: "state",
  header: "State",
  className: "max-sm:hidden",
  cell: ({ state }) => <StateBadge state={state} />,
};

function StateBadge({ state }: Pick<ChargeRow, "state">) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
