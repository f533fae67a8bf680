"use client";

import { FileText } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { COLLECTED, PARTLY_PAID } from "../../../server/platform/schema/words.ts";
import { Empty } from "../../_components/empty.tsx";
import { FirstSaleAction } from "../../_components/first-sale-action.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import { chosenFilters, type PageInput, statusFilter } from "../../_components/table/list.ts";
import type { ListState } from "../../_components/table/list-state.ts";
import type { Api } from "../../_lib/api.ts";
import { formatMonth, recentMonths } from "../revenue/months.ts";
import { inMajorUnits } from "./in-major-units.ts";
import { columnsFor } from "./invoice-columns.tsx";
import { InvoiceOfAddress } from "./invoice-of-address.tsx";
import { stateName } from "./invoice-state.ts";
import { InvoiceTotals } from "./invoice-totals.tsx";

type Input = Parameters<Api["invoices"]["browse"]["query"]>[0];

type SumInput = Parameters<Api["invoices"]["sum"]["query"]>[0];

/** What narrows the list. The server validates it: it comes from the address bar. */
function filterOf({ q, filters: { overdue, part, ...filters } }: ListState) {
  return {
    ...(q && { q }),
    ...chosenFilters(filters),
    ...(overdue === "true" && { is_overdue: true }),
    ...(part === "true" && { is_partly_paid: true }),
  };
}

const inputOf = (state: ListState, page: PageInput) => ({
  ...page,
  sort: state.sort,
  order: state.order,
  ...filterOf(state),
});

/** The months of the files for the accountant, which are UTC. */
const monthFilter = () => ({
  ...{ name: "month", label: "Issued (UTC)" },
  options: recentMonths().map((month) => ({ value: month, label: formatMonth(month) })),
});

interface Props {
  subscription?: string;
  customer?: string;
  title?: string;
}

/** All invoices of the tenant, or those of one subscription or customer. */
export function InvoicesTable({ subscription, customer, title }: Props) {
  const [, setChosen] = useQueryState("invoice", parseAsString);
  const isOfAll = subscription === undefined && customer === undefined;
  const owner = { ...(subscription && { subscription_id: subscription }), ...(customer && { customer }) };
  const columns = columnsFor({ isOfAll, open: (id) => void setChosen(id) });
  return (
    <>
      <DataTable
        name="invoices"
        title={title}
        columns={columns}
        {...(isOfAll && { search: "Number or customer" })}
        initialSort={{ sort: "created_at", order: "desc" }}
        filters={[
          statusFilter(["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"]),
          {
            name: "provider",
            label: "Payment",
            options: [
              { value: "PROVIDER_A", label: COLLECTED.PROVIDER_A },
              { value: "PROVIDER_B", label: COLLECTED.PROVIDER_B },
            ],
          },
          ...(isOfAll ? [monthFilter()] : []),
          { name: "part", label: "Paid", options: [{ value: "true", label: PARTLY_PAID }] },
          { name: "overdue", label: "Due date", options: [{ value: "true", label: "Overdue" }] },
        ]}
        query={(api) => api.invoices.browse}
        input={(state, page) => ({ ...inputOf(state, page), ...owner }) as Input}
        totals={(state) => <InvoiceTotals filter={{ ...filterOf(state), ...owner } as SumInput} />}
        csv={({ customer, now: _, ...row }) => ({
          ...inMajorUnits(row),
          ...{ customer: customer.external_id, customer_name: customer.name, customer_email: customer.email },
          ...{ status_name: stateName(row), collected: COLLECTED[row.provider] },
        })}
        empty={
          <Empty Icon={FileText} title="No invoices yet" action={<FirstSaleAction />}>
            The first invoice comes with the first paid subscription, or is issued by “New invoice”.
          </Empty>
        }
      />
      <InvoiceOfAddress />
    </>
  );
}
