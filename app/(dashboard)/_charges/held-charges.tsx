"use client";

import { CircleCheck } from "lucide-react";
import { Empty } from "../../_components/empty.tsx";
import { ChargesTable } from "./charges-table.tsx";

/** The amounts of all customers that wait until a person says whether they are owed. */
export function HeldCharges() {
  return (
    <ChargesTable
      name="amounts to decide about"
      isOfAll
      input={(_, page) => ({ ...page, state: "held" })}
      empty={
        <Empty Icon={CircleCheck} title="No amount needs a decision">
          When an invoice is voided in Stripe, or something on it deleted there, Usher cannot know whether the
          customer still owes it. It appears here, and you say so.
        </Empty>
      }
    />
  );
}
