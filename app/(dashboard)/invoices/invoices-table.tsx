"use client";

import { FileText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { Empty } from "../../_components/empty.tsx";
import { FirstSaleAction } from "../../_components/first-sale-action.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import { listInput, statusFilter } from "../../_components/table/list.ts";
import type { Api } from "../../_lib/api.ts";
import { inMajorUnits } from "./in-major-units.ts";
import { columnsFor } from "./invoice-columns.tsx";

const InvoiceDialog = dynamic(() => import("./invoice-dialog.tsx").then((part) => part.InvoiceDialog), {
  ssr: false,
});

type Input = Parameters<Api["invoices"]["browse"]["query"]>[0];

/** All invoices of the tenant, or those of one subscription or customer. */
export function InvoicesTable({ subscription, customer }: { subscription?: string; customer?: string }) {
  const [chosen, setChosen] = useQueryState("invoice", parseAsString);
  const isOfAll = subscription === undefined && customer === undefined;
  const columns = columnsFor({ isOfAll, open: (id) => void setChosen(id) });
  return (
    <>
      <DataTable
        name="invoices"
        columns={columns}
        {...(isOfAll && { search: "Number or customer" })}
        initialSort={{ sort: "created_at", order: "desc" }}
        filters={[
          statusFilter(["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"]),
          {
            name: "provider",
            label: "Collected",
            options: [
              { value: "PROVIDER_A", label: "By card" },
              { value: "PROVIDER_B", label: "By transfer" },
            ],
          },
          { name: "overdue", label: "Due date", options: [{ value: "true", label: "Overdue" }] },
        ]}
        query={(api) => api.invoices.browse}
        input={({ filters: { overdue, ...filters }, ...state }, page) =>
          ({
            ...listInput({ ...state, filters }, page),
            ...(subscription && { subscription_id: subscription }),
            ...(customer && { customer }),
            ...(overdue === "true" && { is_overdue: true }),
          }) as Input
        }
        csv={({ customer, ...row }) => ({ ...inMajorUnits(row), customer: customer.external_id })}
        empty={
          <Empty Icon={FileText} title="No invoice yet" action={<FirstSaleAction />}>
            The first invoice comes with the first paid subscription, or is issued by “New invoice”.
          </Empty>
        }
      />
      {chosen && <InvoiceDialog id={chosen} close={() => void setChosen(null)} />}
    </>
  );
}
