import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Day } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { RowName } from "../../_components/table/row-name.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { shown } from "../../_lib/shown.ts";
import { type ChargeRow, invoiceName, STATES } from "./charge.ts";
import { DecideDialog } from "./decide-dialog.tsx";

/** Above the button that covers the row. */
const LINK = "relative z-10 rounded font-medium text-link hover:underline";
const SMALL_LINK = "relative z-10 block truncate text-xs text-link hover:underline sm:hidden";

const customerLabel = ({ name, email, external_id: externalId }: ChargeRow["customer"]) =>
  shown(name ?? email ?? externalId);

interface Choices {
  /** Whether the list is of all customers, so that each row names its own. */
  isOfAll: boolean;
  /** Opens one charge. */
  open: (id: string) => void;
}

/** The columns of a list of charges. */
export const columnsFor = ({ isOfAll, open }: Choices): Column<ChargeRow>[] => [
  {
    id: "what",
    header: "What for",
    cell: (row) => <WhatCell row={row} isOfAll={isOfAll} open={open} />,
  },
  ...(isOfAll ? [CUSTOMER] : [STATE]),
  {
    id: "invoice",
    header: "Invoice",
    from: "sm",
    onCard: true,
    cell: (row) => <InvoiceLink row={row} />,
  },
  {
    id: "amount",
    header: "Amount",
    isAside: true,
    align: "right",
    cell: ({ amount, currency }) => <span className="font-medium">{formatMoney(amount, currency)}</span>,
  },
  {
    id: "created",
    header: "Since",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ created_at: iso }) => <Day iso={iso} />,
  },
  {
    id: "decide",
    header: "",
    align: "right",
    cell: (row) =>
      row.state === "held" && (
        <span className="relative z-10">
          <DecideDialog charge={row} />
        </span>
      ),
  },
];

function WhatCell({ row, isOfAll, open }: { row: ChargeRow } & Choices) {
  const { description, period_start: start, period_end: end, customer, customer_id: id, state, why } = row;
  const isReasoned = state !== "invoiced" && Boolean(why?.reason);
  return (
    <>
      <RowName
        name={
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => open(row.id)}
            title={isReasoned ? `${description}: “${why?.reason}”` : description}
            className="block max-w-full truncate rounded text-left after:absolute after:inset-0"
          >
            {description}
          </button>
        }
        also={
          start === end && !isReasoned ? null : (
            <>
              {start !== end && `${formatDay(start)} to ${formatDay(end)}`}
              {start !== end && isReasoned && " · "}
              {isReasoned && `“${why?.reason}”`}
            </>
          )
        }
      />
      {isOfAll && (
        <Link href={`/customers/${id}` as Route} className={SMALL_LINK}>
          {customerLabel(customer)}
        </Link>
      )}
      {!isOfAll && (
        <span className="block sm:hidden">
          <StateBadge state={state} />
        </span>
      )}
      {row.invoice_id && (
        <Link href={`/invoices?invoice=${row.invoice_id}` as Route} className={SMALL_LINK}>
          Invoice {invoiceName(row.invoice_number)}
        </Link>
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
        {invoiceName(number)}
      </Link>
      {state !== "invoiced" && <span className="ml-2 text-xs text-muted">voided</span>}
    </>
  );
}

const CUSTOMER: Column<ChargeRow> = {
  id: "customer",
  header: "Customer",
  from: "sm",
  cell: ({ customer, customer_id: id }) => (
    <Link href={`/customers/${id}` as Route} className={`block truncate ${LINK}`}>
      {customerLabel(customer)}
    </Link>
  ),
};

const STATE: Column<ChargeRow> = {
  id: "state",
  header: "State",
  from: "sm",
  onCard: true,
  cell: ({ state }) => <StateBadge state={state} />,
};

/** The state of a charge. */
export function StateBadge({ state }: Pick<ChargeRow, "state">) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
