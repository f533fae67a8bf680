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

/** All that the customer owes and is owed, and on which invoice it is. */
export function ChargesPart({ customerId }: { customerId: string }) {
  return (
    <>
      <p className="mb-3 max-w-prose text-[0.8125rem] text-pretty text-muted">
        What this customer’s plans, use past a limit and credit come to, and the invoice that each amount is
        on. You have to act only where an amount needs a decision: say whether it is still owed.
      </p>
      <ChargesTable
        name="amounts"
        isOfAll={false}
        filters={FILTERS}
        input={({ filters: { state } }, page) =>
          ({ ...page, customer: customerId, ...(state && { state }) }) as Input
        }
        empty={
          <Empty Icon={Receipt} title="Nothing is owed yet">
            Amounts appear here as soon as they come about, before and after they are invoiced.
          </Empty>
        }
      />
    </>
  );
}
