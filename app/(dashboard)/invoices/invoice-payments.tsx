"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Day } from "../../_components/moment.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";
import { OpenPdf } from "./open-pdf.tsx";
import type { Room } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;
type Payment = Awaited<ReturnType<Api["invoices"]["listPayments"]["query"]>>["data"][number];

/** The payments of an invoice that is paid by transfer, each with the way to take it back. */
export function InvoicePayments({ invoice, room }: { invoice: Invoice; room: Room }) {
  const { id } = invoice;
  const mayChange = useMay("ADMIN");
  const { data } = useLoaded("invoice payments", id, (api, signal) =>
    api.invoices.listPayments.query({ id }, { signal }),
  );
  const payments = data?.data ?? [];
  if (payments.length === 0) return null;
  return (
    <AmountTable name="Payments" head="Payment">
      {payments.map((payment) => (
        <TableRow key={payment.id}>
          <TableCell>
            {formatDay(payment.paid_at)}
            {payment.reference && <span className="block text-xs text-muted">{payment.reference}</span>}
            {!payment.taken_back && payment.amount > room.left_to_take_back && (
              <span className="block text-xs text-muted">
                Given back to the customer, in part or whole: it cannot be taken back.
              </span>
            )}
            {payment.surplus > 0 && !payment.taken_back && (
              <span className="block text-xs text-muted">
                {formatMoney(payment.surplus, payment.currency)} of it was more than due, and is kept as
                credit.
              </span>
            )}
            {payment.taken_back && (
              <span className="block text-xs text-negative">
                Taken back <Day iso={payment.taken_back.at} />
                {payment.taken_back.reason && `: “${payment.taken_back.reason}”`}
              </span>
            )}
          </TableCell>
          <TableCell className="text-right tabular-nums">
            {payment.taken_back ? <s>{amountOf(payment)}</s> : amountOf(payment)}
            <span className="-mr-2.5 block">
              <OpenPdf
                variant="ghost"
                size="small"
                name={`Open the receipt for ${amountOf(payment)}`}
                link={(api) => api.invoices.linkReceipt.query({ id, payment_id: payment.id })}
              >
                Receipt
              </OpenPdf>
              {mayChange && !payment.taken_back && payment.amount <= room.left_to_take_back && (
                <TakeBack invoice={invoice} payment={payment} />
              )}
            </span>
          </TableCell>
        </TableRow>
      ))}
    </AmountTable>
  );
}

/** What arrived. */
const amountOf = ({ amount, surplus, currency }: Payment) => formatMoney(amount + surplus, currency);

function TakeBack({ invoice, payment }: { invoice: Invoice; payment: Payment }) {
  const left = invoice.amount_due - invoice.amount_paid + payment.amount;
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small">
          Take back
        </Button>
      }
      title="Take the payment back?"
      description={`The payment of ${amountOf(payment)} does not count any more, and stays in this list. ${payment.surplus > 0 ? `The credit of ${formatMoney(payment.surplus, payment.currency)} goes with it. What an invoice has used of it is asked for again: by the subscription's next invoice, or at once by an invoice of its own. ` : ""}${invoice.status === "UNCOLLECTIBLE" ? `The invoice stays written off: ${formatMoney(left, invoice.currency)} of it is not paid.` : `The invoice is open again: ${formatMoney(left, invoice.currency)} is left to pay, with the due date that it has. If that date has passed, its subscription is past due at once.`}`}
      schema={async () =>
        (await import("../../../server/domain/billing/subscriptions/manual/payment-schema.ts"))
          .TakeBackPayment
      }
      fields={[
        {
          name: "reason",
          label: "Reason",
          kind: "textarea",
          isRequired: true,
          hint: "For example that the transfer bounced.",
        },
      ]}
      fixed={{ id: invoice.id, payment_id: payment.id }}
      submit="Take payment back"
      isDangerous
      done="The payment was taken back."
      act={(api, input) => api.invoices.takeBackPayment.mutate(input)}
    />
  );
}
