"use client";

import { FileText } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { COLLECTED } from "../../../server/platform/schema/words.ts";
import { Empty } from "../../_components/empty.tsx";
import { FirstSaleAction } from "../../_components/first-sale-action.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { List } from "../../_components/table/table-parts.tsx";
import type { Api } from "../../_lib/api.ts";
import { inMajorUnits } from "./in-major-units.ts";
import { columnsFor } from "./invoice-columns.tsx";
import { filterOf, invoiceFilters } from "./invoice-filter.ts";
import { InvoiceOfAddress } from "./invoice-of-address.tsx";
import { stateName } from "./invoice-state.ts";
import { InvoiceTotals } from "./invoice-totals.tsx";
import { ZeroNote } from "./zero-note.tsx";

type Input = Parameters<Api["invoices"]["browse"]["query"]>[0];

interface Props {
  subscription?: string;
  customer?: string;
  title?: string;
}

const WORTH_TOOLS = 10;

/** All invoices of the tenant, or those of one subscription or customer. */
export function InvoicesTable({ subscription, customer, title }: Props) {
  const [, setChosen] = useQueryState("invoice", parseAsString);
  const isOfAll = subscription === undefined && customer === undefined;
  const owner = { ...(subscription && { subscription_id: subscription }), ...(customer && { customer }) };
  const isOfOne = subscription !== undefined;
  const columns = columnsFor({ isOfAll, isOfOne, open: (id) => void setChosen(id) });
  return (
    <>
      <DataTable
        name="invoices"
        title={title}
        columns={columns}
        {...(isOfOne && { toolsFrom: WORTH_TOOLS })}
        {...(isOfAll && { search: "Number or customer" })}
        initialSort={{ sort: "created_at", order: "desc" }}
        filters={invoiceFilters({ isOfAll })}
        query={(api) => api.invoices.browse}
        input={(state, page) =>
          ({ ...page, sort: state.sort, order: state.order, ...filterOf(state), ...owner }) as Input
        }
        totals={(state) => <InvoiceTotals filter={{ ...filterOf(state), ...owner }} isCounted={!isOfAll} />}
        {...(isOfAll && { note: (list: List) => <ZeroNote list={list} /> })}
        csv={({ customer, now: _, ...row }) => ({
          ...inMajorUnits(row),
          customer: customer.external_id,
          customer_name: customer.name,
          customer_email: customer.email,
          status_name: stateName(row),
          collected: COLLECTED[row.provider],
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
