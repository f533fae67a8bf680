import { COLLECTED, INVOICE_REASONS } from "../../../server/platform/schema/words.ts";
import { Day } from "../../_components/moment.tsx";
import { Nothing } from "../../_components/nothing.tsx";
import type { Column } from "../../_components/table/column.ts";
import { RowName } from "../../_components/table/row-name.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { formatMoney } from "../../_lib/format.ts";
import { shown } from "../../_lib/shown.ts";
import { InvoiceStatus } from "./invoice-status.tsx";

type Row = Awaited<ReturnType<Api["invoices"]["browse"]["query"]>>["data"][number];

const reasonLabel = (reason: string): string => INVOICE_REASONS[reason] ?? reason.replaceAll("_", " ");

const customerLabel = ({ name, email, external_id: externalId }: Row["customer"]) =>
  shown(name ?? email ?? externalId);

interface Choices {
  /** Whether the list is of all customers, so that each row names its own. */
  isOfAll: boolean;
  /** Whether the list is of one subscription, whose invoices are all paid in the same way. */
  isOfOne: boolean;
  /** Opens one invoice. */
  open: (id: string) => void;
}

/** The columns of a list of invoices. */
export const columnsFor = ({ isOfAll, isOfOne, open }: Choices): Column<Row>[] => [
  {
    id: "number",
    header: "Invoice",
    cell: (row) => <NumberCell row={row} isOfAll={isOfAll} open={open} />,
  },
  ...(isOfAll ? [CUSTOMER] : []),
  ...(isOfOne ? COLUMNS_OF_ONE : COLUMNS),
];

function NumberCell({ row: { id, number, reason }, isOfAll, open }: { row: Row } & Omit<Choices, "isOfOne">) {
  return (
    <button
      type="button"
      onClick={() => open(id)}
      className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
    >
      <RowName
        name={number ?? "Draft"}
        also={<span className={cn(isOfAll && "max-sm:hidden")}>{reasonLabel(reason)}</span>}
      />
    </button>
  );
}

/** When an invoice is due. A phone's card says it of open ones alone. */
function Due({ row: { due_at: iso, status, now }, isRelative }: { row: Row; isRelative?: boolean }) {
  if (!iso) return <Nothing />;
  const isOpen = status === "OPEN";
  return (
    <span {...(!isOpen && { "data-off-card": "" })}>
      <Day iso={iso} {...(isOpen && isRelative && { relative: "behind", now })} />
    </span>
  );
}

const CUSTOMER: Column<Row> = {
  id: "customer",
  header: "Customer",
  isPlain: true,
  className: "max-sm:min-w-0 max-sm:flex-1 max-sm:basis-20",
  cell: ({ customer }) => <span className="block truncate">{customerLabel(customer)}</span>,
};

const COLUMNS: Column<Row>[] = [
  {
    id: "status",
    header: "Status",
    isMark: true,
    cell: (row) => (
      <span className="flex gap-1">
        <span className={cn("flex", row.is_overdue && "max-sm:hidden")}>
          <InvoiceStatus invoice={row} />
        </span>
        {row.is_overdue && <Badge tone="negative">Overdue</Badge>}
      </span>
    ),
  },
  {
    id: "provider",
    header: "Payment",
    from: "md",
    className: "text-muted",
    cell: ({ provider }) => COLLECTED[provider],
  },
  {
    id: "total",
    header: "Total",
    isAside: true,
    align: "right",
    cell: (row) => (
      <>
        {row.amount_from_credit > 0 && (
          <span className="text-xs text-muted max-sm:block sm:mr-2">
            {formatMoney(-row.amount_from_credit, row.currency)} credit
          </span>
        )}
        {row.amount_kept_as_credit > 0 && (
          <span className="text-xs text-muted max-sm:block sm:mr-2">kept as credit</span>
        )}
        {formatMoney(row.total, row.currency)}
      </>
    ),
  },
  {
    id: "left",
    header: "Left to pay",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ status, amount_remaining: left, total, currency }) =>
      status !== "OPEN" ? (
        <Nothing />
      ) : (
        <span {...(left === total && { "data-off-card": "" })}>{formatMoney(left, currency)}</span>
      ),
  },
  {
    id: "due",
    header: "Due",
    sort: "due_at",
    align: "right",
    from: "md",
    onCard: true,
    className: "max-sm:[&_time>span+span]:hidden",
    cell: (row) => <Due row={row} isRelative />,
  },
  {
    id: "created",
    header: "Created",
    sort: "created_at",
    align: "right",
    from: "sm",
    onCard: true,
    isPlain: true,
    cell: ({ created_at: iso, status, due_at: due }) => (
      // A card of an open invoice says when it is due instead.
      <span {...(status === "OPEN" && due !== null && { "data-off-card": "" })}>
        <Day iso={iso} />
      </span>
    ),
  },
];

/** Beside other parts of a page there is less room: an overdue invoice is open, and the page says since when. */
const COLUMNS_OF_ONE = COLUMNS.filter(({ id }) => id !== "provider").map((column): Column<Row> => {
  if (column.id === "status")
    return {
      ...column,
      cell: (row) =>
        row.is_overdue ? <Badge tone="negative">Overdue</Badge> : <InvoiceStatus invoice={row} />,
    };
  if (column.id === "due") return { ...column, cell: (row) => <Due row={row} /> };
  return column;
});
