"use client";

import { Receipt } from "lucide-react";
import { Empty } from "../../../../_components/empty.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { STATES } from "../../../_charges/charge.ts";
import { ChargesTable } from "../../../_charges/charges-table.tsx";

type Input = Parameters<Api["ledger"]["browse"]["query"]>[0];

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
    <ChargesTable
      name="charges"
      isOfAll={false}
      filters={FILTERS}
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
