"use client";

import { Receipt } from "lucide-react";
import { Empty } from "../../../../_components/empty.tsx";
import { DataTable } from "../../../../_components/table/data-table.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { columnsFor, STATES } from "../../../_charges/charge-columns.tsx";

type Input = Parameters<Api["ledger"]["browse"]["query"]>[0];

const COLUMNS = columnsFor({ isOfAll: false });
const FILTERS = [
  {
    name: "state",
    label: "State",
    options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  },
];

/** All that the customer owes and is owed, and where it is. */
export function ChargesPart({ customerId }: { customerId: string }) {
  return (
    <DataTable
      name="charges"
      columns={COLUMNS}
      filters={FILTERS}
      query={(api) => api.ledger.browse}
      input={({ filters: { state } }, page) =>
        ({ ...page, customer: customerId, ...(state && { state }) }) as Input
      }
      empty={
        <Empty Icon={Receipt} title="Nothing was charged yet">
          Plans, use past a limit and credit of this customer appear here, before and after they are invoiced.
        </Empty>
      }
    />
  );
}
