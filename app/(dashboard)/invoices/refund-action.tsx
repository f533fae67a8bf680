"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

/** The button and dialog that give back money that was paid for an invoice; nothing while none of it is left. */
export function RefundAction({ invoice }: { invoice: Invoice }) {
  const { id, status, currency, amount_paid: paid, amount_refunded: refunded } = invoice;
  const mayChange = useMay("ADMIN");
  const left = paid - refunded;
  if (!mayChange || left <= 0 || status === "DRAFT" || status === "VOID") return null;
  const isCard = invoice.provider === "PROVIDER_A";
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border px-4 py-2">
      <p className="min-w-0 text-[0.8125rem] text-muted">
        {formatMoney(paid, currency)} was paid
        {refunded > 0 && `, and ${formatMoney(refunded, currency)} of it was refunded`}.
      </p>
      <ActionDialog
        trigger={
          <Button variant="secondary" size="small">
            Refund
          </Button>
        }
        title="Refund money that was paid"
        description={
          isCard
            ? "Stripe gives it back to the card. What was billed stays billed: to take that back as well, issue a credit note."
            : "Records money that you gave back by hand, and mails the customer. What was billed stays billed: to take that back as well, issue a credit note."
        }
        schema={async () => (await import("../../../server/domain/billing/refunds/schema.ts")).CreateRefund}
        fields={[amountField(currency, left), ...(isCard ? [] : BY_HAND), REASON]}
        fixed={{ id }}
        initial={{ amount: left }}
        submit="Refund"
        isDangerous
        act={(api, input) => api.refunds.create.mutate(input)}
        done={({ amount }) => `${formatMoney(amount, currency)} is refunded.`}
      />
    </div>
  );
}

const amountField = (currency: string, left: number): FormField => ({
  ...{ name: "amount", label: "Amount", kind: "money", currency, isRequired: true },
  hint: `At most ${formatMoney(left, currency)}, less what credit notes made credit.`,
});

const BY_HAND: FormField[] = [
  { name: "reference", label: "Reference", hint: "The reference of the transfer that gave the money back." },
  { name: "refunded_at", label: "Given back on (UTC)", kind: "moment", hint: "Leave empty for now." },
];

const REASON: FormField = {
  ...{ name: "reason", label: "Reason", kind: "textarea" },
  hint: "For your own records.",
};
