"use client";

import { useState } from "react";
import { BY_CARD } from "../../../server/platform/schema/provider.ts";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import type { Room } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

/**
 * What was paid, what of it can go back and be credited and why no more, with the button and dialog that give money back; nothing while
 * nothing was paid.
 */
export function RefundAction({ invoice, room }: { invoice: Invoice; room: Room }) {
  const { id, status, currency, amount_paid: paid, amount_refunded: refunded } = invoice;
  const mayChange = useMay("ADMIN");
  // As the dialog showed it, not as it is when it is sent: null until it was opened.
  const [seen, setSeen] = useState<number | null>(null);
  const left = seen ?? room.left_to_refund;
  if (paid <= 0 || status === "DRAFT" || status === "VOID") return null;
  const isCard = invoice.provider === BY_CARD;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border px-4 py-2">
      <p className="min-w-0 text-[0.8125rem] text-muted">
        {money(paid)} was paid
        {refunded > 0 && `, and ${money(refunded)} of it was refunded`}.
        {room.disputed > 0 && ` ${money(room.disputed)} is disputed: Stripe gives none of it back.`}
        {room.refunded_alone > 0 &&
          ` ${money(room.refunded_alone)} was refunded without a credit note: that stays billed, and cannot be credited any more.`}
        {room.given_for_unused_time > 0 &&
          ` ${money(room.given_for_unused_time)} of what was billed was given back as credit for unused time, and is not given back once more.`}
      </p>
      {mayChange && (
        <ActionDialog
          trigger={
            room.left_to_refund > 0 && (
              <Button variant="secondary" size="small" onClick={() => setSeen(room.left_to_refund)}>
                Refund
              </Button>
            )
          }
          title="Refund"
          description={`${isCard ? "Stripe gives it back to the card." : "Records money that you gave back by transfer, and mails the customer."} The invoice itself stays as it is. If the customer should not have been billed, go back and issue a credit note: it gives the money back as well, and after a refund that part cannot be credited any more.`}
          schema={async () => (await import("../../../server/domain/billing/refunds/schema.ts")).CreateRefund}
          fields={[amountField(currency, left), ...(isCard ? [] : BY_HAND), REASON]}
          fixed={{ id }}
          initial={{ amount: left }}
          submit="Refund"
          isDangerous
          rereads
          act={async (api, input) => {
            try {
              return await api.refunds.create.mutate({ ...input, left_to_refund: left });
            } catch (error) {
              const now = await api.creditNotes.readRoom.query({ id }).catch(() => room);
              setSeen(now.left_to_refund);
              throw error;
            }
          }}
          done={({ amount }) => `${money(amount)} is refunded.`}
        />
      )}
    </div>
  );
}

const amountField = (currency: string, left: number): FormField => ({
  name: "amount",
  label: "Amount",
  kind: "money",
  currency,
  isRequired: true,
  hint: `At most ${formatMoney(left, currency)}.`,
});

const BY_HAND: FormField[] = [
  { name: "reference", label: "Reference", hint: "The reference of the transfer that gave the money back." },
  { name: "refunded_at", label: "Given back on (UTC)", kind: "day", hint: "Leave empty for today." },
];

const REASON: FormField = {
  name: "reason",
  label: "Reason",
  kind: "textarea",
  hint: "For your own records.",
};
