"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";
import { OpenPdf } from "./open-pdf.tsx";
import { TakenBack } from "./taken-back.tsx";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;
type Payment = Awaited<ReturnType<Api["invoices"]["listPayments"]["query"]>>["data"][number];

type Preview = Awaited<ReturnType<Api["invoices"]["previewTakeBack"]["query"]>>;

/** The payments of an invoice that is paid by transfer, each with the way to take it back. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
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
            {payment.surplus > 0 && !payment.taken_back && (
              <span className="block text-xs text-muted">
                {formatMoney(payment.surplus, payment.currency)} of it was more than due, and is kept as
                credit.
              </span>
            )}
            <TakenBack of={payment} />
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
              {mayChange && !payment.taken_back && <TakeBack invoice={invoice} payment={payment} />}
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
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small">
          Take payment back
        </Button>
      }
      title="Take the payment back?"
      description={`The payment of ${amountOf(payment)} does not count any more, and stays in this list. ${whatFollows(invoice)}`}
      schema={async () =>
        (await import("../../../server/domain/billing/corrections/take-back-payment-schema.ts"))
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
      preview={{
        submit: "Preview",
        act: (api, { id, payment_id }) => api.invoices.previewTakeBack.query({ id, payment_id }),
        show: (preview: Preview) => <PreviewTable preview={preview} />,
      }}
      submit="Take payment back"
      isDangerous
      done="The payment was taken back."
      act={(api, input) => api.invoices.takeBackPayment.mutate(input)}
    />
  );
}

/** What becomes of the invoice. */
function whatFollows({ status, subscription_id: subscription }: Invoice): string {
  if (status === "UNCOLLECTIBLE") return "The invoice stays written off.";
  const due = "The invoice is open again, with the due date that it has.";
  return subscription === null
    ? due
    : `${due} If that date has passed, its subscription is past due at once.`;
}

/** When the customer owes what invoices have used of a credit that goes. */
const askedFor = (isAtOnce: boolean) =>
  isAtOnce
    ? "What an invoice has used of it is asked for at once, on an invoice of its own."
    : "What an invoice has used of it is asked for on the subscription’s next invoice.";

/** What taking a payment back would do, as the server says. */
function PreviewTable({ preview }: { preview: Preview }) {
  const { is_written_off: isWrittenOff, amount_off_due: offDue, amount_given_back: givenBack } = preview;
  const rows: [string, string, number][] = [
    [
      "Credit that goes with it",
      `The payment brought it beyond what was due. ${askedFor(preview.is_surplus_asked_at_once)}`,
      preview.amount_surplus,
    ],
    [
      "Credit of credit notes that is taken back",
      `The payment had paid for it. It is off what is to be paid of this invoice instead. ${askedFor(preview.is_off_due_asked_at_once)}`,
      offDue,
    ],
    [isWrittenOff ? "Written off" : "Left to pay of the invoice afterwards", "", preview.amount_unpaid],
    [
      "Of that, refunded to the customer before",
      "If that transfer came back, too, take the refund back as well.",
      givenBack,
    ],
  ];
  return (
    <AmountTable name="What it does" head="Afterwards">
      {rows
        .filter(([, why, amount]) => amount > 0 || why === "")
        .map(([name, why, amount]) => (
          <TableRow key={name}>
            <TableCell>
              {name}
              {why !== "" && <span className="block text-xs text-muted">{why}</span>}
            </TableCell>
            <TableCell className="text-right tabular-nums">{formatMoney(amount, preview.currency)}</TableCell>
          </TableRow>
        ))}
    </AmountTable>
  );
}
