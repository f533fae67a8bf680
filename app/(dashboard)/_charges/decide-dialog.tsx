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
  VOIDED: `Its invoice was voided in Stripe, ${UNCLEAR}`,
  REMOVED: `It was deleted in Stripe before it was invoiced, ${UNCLEAR}`,
  LEFT: "It is of a Stripe account that is not connected any more, so no invoice uses it",
  REFUSED: "Stripe does not take it on an invoice, for example because the amount is too large",
};

const BALANCE = {
  value: "balance",
  label: "Add it to the balance in the present Stripe account",
  hint: "The next invoice by card there uses it.",
};
const OWN_CREDIT = {
  value: "wait",
  label: "Keep it as credit here",
  hint: "You pay it back, or use it for an invoice, by hand.",
};
const WRITE_OFF = { value: "write_off", label: "Write it off", hint: "It is not owed any more, for good." };

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
  const wait = {
    value: "wait",
    label: charge.amount > 0 ? "Invoice it" : "Give it back on an invoice",
    hint: "On the next invoice, or on one of its own where its due time is over or its subscription has ended.",
  };
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
      description={`${charge.description}. ${reason}. The customer is asked for nothing until you decide.`}
      schema={async () => (await import("../../../server/domain/billing/ledger/schema.ts")).DecideCharge}
      fields={[
        {
          name: "decision",
          label: "What becomes of it",
          kind: "radio",
          options,
          isRequired: true,
          hint: "This cannot be undone.",
        },
        {
          name: "reason",
          label: "Reason",
          kind: "textarea",
          isRequired: true,
          hint: "Kept with the amount and in the audit log.",
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
