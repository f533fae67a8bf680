"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { formatMoney } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import type { ChargeRow } from "./charge.ts";

type Held = Pick<ChargeRow, "id" | "description" | "amount" | "currency" | "subscription_id" | "why">;

const UNCLEAR = "which does not say whether the amount is still owed";

/** Why a person has to decide, by the code of the reason. */
const REASONS: Record<string, string> = {
  VOIDED: `Its invoice was voided at the card provider, ${UNCLEAR}`,
  REMOVED: `It was deleted at the card provider before it was invoiced, ${UNCLEAR}`,
  LEFT: "No invoice of the account that is connected now uses it",
  REFUSED: "The card provider refuses to invoice it, for example because it takes no amount as large",
};

const BALANCE = { value: "balance", label: "Add it to the balance in the account that is connected now" };
const OWN_CREDIT = { value: "wait", label: "Keep it as credit, to be paid back or used by hand" };
const WRITE_OFF = { value: "write_off", label: "Write it off" };

/** What happens next, by the charge's state; one without a subscription is on no invoice by itself. */
function doneFor(state: string, { subscription_id: subscription }: Held): string {
  if (state === "balance") return "It is added to the customer's balance within minutes.";
  if (state !== "waiting") return "It was written off. Nothing is owed for it.";
  return subscription === null ? "It waits to be paid back or used by hand." : "It waits for its invoice.";
}

/** Asks what becomes of a held charge, and why. Shown to members who may decide. */
export function DecideDialog({ charge }: { charge: Held }) {
  if (!useMay("ADMIN")) return null;
  const money = formatMoney(charge.amount, charge.currency);
  // No later invoice would take a charge without a subscription.
  const wait = { value: "wait", label: charge.amount > 0 ? "Invoice it" : "Give it back on an invoice" };
  const reason = REASONS[charge.why?.code ?? ""] ?? `It is on no invoice any more, ${UNCLEAR}`;
  const options =
    charge.why?.code === "LEFT"
      ? [BALANCE, ...(charge.amount < 0 ? [OWN_CREDIT] : []), WRITE_OFF]
      : charge.subscription_id === null
        ? [WRITE_OFF]
        : [wait, WRITE_OFF];
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small" aria-label={`Decide about ${charge.description}, ${money}`}>
          Decide
        </Button>
      }
      title={charge.amount > 0 ? `Is ${money} still owed?` : `Is the credit of ${money} still due?`}
      description={`${charge.description}. ${reason}. Nothing is charged until you decide.`}
      schema={async () => (await import("../../../server/domain/billing/ledger/schema.ts")).DecideCharge}
      fields={[
        {
          name: "decision",
          label: "What becomes of it",
          kind: "select",
          options,
          isRequired: true,
          hint: "What is to be invoiced goes on the next invoice, or on one of its own where its due time is over or its subscription has ended. What is written off is not owed any more. This cannot be undone.",
        },
        {
          name: "reason",
          label: "Reason",
          kind: "textarea",
          isRequired: true,
          hint: "Kept with the charge and in the audit log.",
        },
      ]}
      fixed={{ id: charge.id }}
      initial={{ decision: options[0]?.value }}
      submit="Save decision"
      act={(api, input) => api.ledger.decide.mutate(input)}
      done={({ state }) => doneFor(state, charge)}
    />
  );
}
