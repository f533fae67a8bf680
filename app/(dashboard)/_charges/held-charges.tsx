"use client";

import { CircleCheck } from "lucide-react";
import { Empty } from "../../_components/empty.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import { columnsFor } from "./charge-columns.tsx";

const COLUMNS = columnsFor({ isOfAll: true });

/** The charges of all customers that are held until a person decides. */
export function HeldCharges() {
  return (
    <DataTable
      name="charges to decide about"
      columns={COLUMNS}
      query={(api) => api.ledger.browse}
      input={(_, page) => ({ ...page, state: "held" as const })}
      empty={
        <Empty Icon={CircleCheck} title="Nothing needs a decision">
          When an invoice is voided at the card provider, what was on it appears here, and you say whether it
          is still owed.
        </Empty>
      }
    />
  );
}
