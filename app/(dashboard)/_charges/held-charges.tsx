"use client";

import { CircleCheck } from "lucide-react";
import { Empty } from "../../_components/empty.tsx";
import { ChargesTable } from "./charges-table.tsx";

/** The charges of all customers that are held until a person decides. */
export function HeldCharges() {
  return (
    <ChargesTable
      name="charges to decide about"
      isOfAll
      input={(_, page) => ({ ...page, state: "held" })}
      empty={
        <Empty Icon={CircleCheck} title="No charge needs a decision">
          When an invoice is voided at the card provider, or a charge deleted there, what was charged appears
          here, and you say whether it is still owed.
        </Empty>
      }
    />
  );
}
