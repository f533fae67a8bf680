"use client";

import type { Route } from "next";
import type { ReactNode } from "react";
import { COLLECTED } from "../../../server/platform/schema/words.ts";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Details } from "../../_components/details.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Link } from "../../_components/link.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Day, Moment } from "../../_components/moment.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../../_components/ui/dialog.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";
import { CreditNoteAction } from "./credit-note-action.tsx";
import { InvoiceBuyer } from "./invoice-buyer.tsx";
import { InvoiceCreditNotes } from "./invoice-credit-notes.tsx";
import { InvoiceDecisions } from "./invoice-decisions.tsx";
import { InvoiceDisputes } from "./invoice-disputes.tsx";
import { InvoicePayments } from "./invoice-payments.tsx";
import { InvoiceRefunds } from "./invoice-refunds.tsx";
import { InvoiceReminders } from "./invoice-reminders.tsx";
import { InvoiceRequest } from "./invoice-request.tsx";
import { InvoiceNotices } from "./notices.tsx";
import { OpenPdf } from "./open-pdf.tsx";
import { RefundAction } from "./refund-action.tsx";
import { UnconfirmedChange } from "./unconfirmed-change.tsx";
import { type Room, useRoom } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

/** One invoice with its lines and actions. */
export function InvoiceDialog({ id, close }: { id: string; close: () => void }) {
  const {
    data: invoice,
    error,
    refetch,
  } = useLoaded("invoice", id, (api, signal) => api.invoices.get.query({ id }, { signal }));
  // With it what can be done is known: nothing moves away from under a pointer afterwards.
  const room = useRoom(id);
  const isShown = invoice !== undefined && room.data !== undefined;
  const failure = error ?? room.error;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={invoice ? `Invoice ${invoice.number ?? "(draft)"}` : "Invoice"}
        description={invoice && howPaid(invoice)}
        className="sm:max-w-2xl"
      >
        <DialogBody>
          {failure && !isShown && (
            <LoadFailure
              what="The invoice"
              error={failure}
              onRetry={() => void Promise.all([refetch(), room.refetch()])}
            />
          )}
          {!isShown && !failure && <Skeleton className="h-40 w-full" />}
          {isShown && <Body invoice={invoice} room={room.data} />}
        </DialogBody>
        {isShown && <Actions invoice={invoice} room={room.data} />}
      </DialogContent>
    </Dialog>
  );
}

/** "To be paid by transfer", "Paid by transfer"; of one that nobody is to pay "By transfer". */
function howPaid({ status, provider }: Invoice): string {
  const way = COLLECTED[provider];
  if (status === "PAID") return `Paid ${way.toLowerCase()}`;
  return status === "OPEN" ? `To be paid ${way.toLowerCase()}` : way;
}

function Body({ invoice, room }: { invoice: Invoice; room: Room }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const creditedAfterwards = invoice.amount_credited - invoice.amount_off_due;
  const isOfChange = invoice.status === "OPEN" && invoice.reason === "subscription_update";
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
        <StatusBadge status={invoice.status} />
        {invoice.is_overdue && <span className="text-negative">overdue</span>}
        {invoice.next_attempt_at && (
          <span>
            tried {invoice.attempt_count} {invoice.attempt_count === 1 ? "time" : "times"}, again{" "}
            <Moment iso={invoice.next_attempt_at} isExact />
          </span>
        )}
      </p>
      {isOfChange && invoice.subscription_id !== null && (
        <UnconfirmedChange subscriptionId={invoice.subscription_id} invoiceId={invoice.id} />
      )}
      <InvoiceBuyer id={invoice.id} />
      {invoice.provider === "PROVIDER_A" && <InvoiceNotices id={invoice.id} />}
      <AmountTable name="Lines" head="Line">
        {invoice.lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell>{line.description}</TableCell>
            <TableCell className="text-right tabular-nums">{money(line.amount)}</TableCell>
          </TableRow>
        ))}
      </AmountTable>
      {invoice.provider === "PROVIDER_B" && <InvoicePayments invoice={invoice} room={room} />}
      <RefundAction invoice={invoice} room={room} />
      {invoice.amount_paid > 0 && <InvoiceRefunds id={invoice.id} />}
      <InvoiceCreditNotes id={invoice.id} />
      {invoice.provider === "PROVIDER_A" && <InvoiceDisputes id={invoice.id} />}
      {invoice.provider === "PROVIDER_A" && <InvoiceRequest id={invoice.id} />}
      {invoice.provider === "PROVIDER_B" && <InvoiceReminders invoice={invoice} />}
      <InvoiceDecisions id={invoice.id} />
      <Details
        items={[
          ["Total", money(invoice.total)],
          ["Tax", money(invoice.tax)],
          ...(invoice.amount_from_credit > 0
            ? [["Paid from credit", money(-invoice.amount_from_credit)] as [string, string]]
            : []),
          ...(invoice.amount_kept_as_credit > 0
            ? [["Kept as credit", money(invoice.amount_kept_as_credit)] as [string, string]]
            : []),
          ...(invoice.amount_off_due > 0
            ? [["Credit notes, off what was due", money(-invoice.amount_off_due)] as [string, string]]
            : []),
          ["Paid", money(invoice.amount_paid)],
          ...(creditedAfterwards > 0
            ? [["Credit notes, of what was paid", money(-creditedAfterwards)] as [string, string]]
            : []),
          ...(invoice.amount_refunded > 0
            ? [["Refunded", money(-invoice.amount_refunded)] as [string, string]]
            : []),
          ...(invoice.amount_written_off > 0
            ? [["Written off", money(invoice.amount_written_off)] as [string, string]]
            : []),
          ["Left to pay", money(invoice.amount_remaining)],
          ["Issued", <Moment key="issued" iso={invoice.issued_at} isExact />],
          [
            "Due",
            invoice.due_at ? (
              <Day
                key="due"
                iso={invoice.due_at}
                {...(invoice.status === "OPEN" && { relative: "behind" })}
              />
            ) : (
              "–"
            ),
          ],
          ["Identifier", <CopyButton key="id" value={invoice.id} className="max-w-48" />],
          ...(invoice.replaces_id ? [otherInvoice("Issued for", invoice.replaces_id)] : []),
          ...(invoice.replaced_by_id ? [otherInvoice("Issued anew as", invoice.replaced_by_id)] : []),
        ]}
      />
    </>
  );
}

const otherInvoice = (name: string, id: string): [string, ReactNode] => [
  name,
  <OtherInvoice key={id} id={id} />,
];

/** A link to another invoice, by its number. */
function OtherInvoice({ id }: { id: string }) {
  const { data } = useLoaded("invoice", id, (api, signal) => api.invoices.get.query({ id }, { signal }));
  return (
    <Link href={`/invoices?invoice=${id}` as Route} className="rounded font-medium text-link hover:underline">
      {data?.number ?? "Invoice"}
    </Link>
  );
}

function Actions({ invoice, room }: { invoice: Invoice; room: Room }) {
  const { id, status, provider, currency } = invoice;
  const mayChange = useMay("ADMIN");
  const isOurs = provider === "PROVIDER_B" && status === "OPEN";
  // What was written off may be paid all the same.
  const isPayable = provider === "PROVIDER_B" && (status === "OPEN" || status === "UNCOLLECTIBLE");
  return (
    <DialogFooter className="flex-wrap">
      {status !== "DRAFT" && (
        <OpenPdf variant="secondary" link={(api) => api.invoices.link.query({ id })}>
          Open PDF
        </OpenPdf>
      )}
      {mayChange && room.left_to_credit > 0 && <CreditNoteAction invoice={invoice} room={room} />}
      {mayChange && status === "OPEN" && (
        <ActionDialog
          trigger={<Button variant="secondary">Write off</Button>}
          title="Write off what is left to pay?"
          description={`${formatMoney(invoice.amount_remaining, currency)} is written off. What was paid stays paid${provider === "PROVIDER_B" ? ", and the subscription is not past due because of this invoice any more. A payment that comes all the same can still be recorded." : ". The card provider does not collect it any more."}`}
          schema={async () =>
            (await import("../../../server/domain/billing/subscriptions/manual/payment-schema.ts"))
              .WriteOffInvoice
          }
          fields={[{ name: "reason", label: "Reason", kind: "textarea", isRequired: true }]}
          fixed={{ id }}
          submit="Write off"
          isDangerous
          done="The rest was written off."
          act={(api, input) => api.invoices.writeOff.mutate(input)}
        />
      )}
      {mayChange && isOurs && (
        <>
          {invoice.amount_paid === 0 && (
            <ActionDialog
              trigger={<Button variant="secondary">Void</Button>}
              title="Void the invoice?"
              description={`This invoice of ${formatMoney(invoice.total, currency)} is not to be paid any more. Its number stays in use, so that invoice numbers have no gaps. Issued anew, it has the same lines, the next number, today's date and the customer's present address, and is mailed.`}
              schema={async () =>
                (await import("../../../server/domain/billing/subscriptions/manual/payment-schema.ts"))
                  .VoidInvoice
              }
              fields={[
                {
                  name: "charges",
                  label: "What becomes of its charges",
                  kind: "select",
                  options: [
                    { value: "write_off", label: "Write them off: nothing is owed" },
                    { value: "reissue", label: "Issue a new invoice for them now" },
                    // A one-off invoice has no next one.
                    ...(invoice.subscription_id === null
                      ? []
                      : [{ value: "wait", label: "Put them on the next invoice" }]),
                  ],
                  ...(invoice.subscription_id !== null && {
                    hint: "Where the subscription has ended, the next invoice is one of its own, within minutes.",
                  }),
                },
                { name: "reason", label: "Reason", kind: "textarea", hint: "Shown with the invoice." },
              ]}
              fixed={{ id }}
              initial={{ charges: "write_off" }}
              submit="Void invoice"
              isDangerous
              act={(api, input) => api.invoices.void.mutate(input)}
              done={({ replaced_by_id: anew }) =>
                anew === null ? "The invoice is void." : "The invoice is void, and a new one was issued."
              }
            />
          )}
          <ActionDialog
            trigger={<Button variant="secondary">Extend due date</Button>}
            title="Extend the due date"
            description="The invoice is not overdue until then. A subscription that is past due because of it becomes active again, and reminders begin anew after the new date."
            schema={async () =>
              (await import("../../../server/domain/billing/subscriptions/manual/reminders-schema.ts"))
                .ExtendDueDate
            }
            fields={[
              { name: "due_at", label: "Due on (UTC)", kind: "moment", isRequired: true },
              { name: "reason", label: "Reason", kind: "textarea", isRequired: true },
            ]}
            fixed={{ id }}
            initial={{ due_at: invoice.due_at }}
            submit="Extend due date"
            done="The due date was extended."
            act={(api, input) => api.invoices.extendDueDate.mutate(input)}
          />
        </>
      )}
      {mayChange && isPayable && (
        <ActionDialog
          trigger={<Button>Record payment</Button>}
          title="Record a payment"
          description="A payment you received by transfer. Once the invoice is paid, a past due subscription becomes active again."
          schema={async () =>
            (await import("../../../server/domain/billing/subscriptions/manual/payment-schema.ts")).PayInvoice
          }
          fields={[
            { name: "amount", label: "Amount", kind: "money", currency, isRequired: true },
            { name: "paid_at", label: "Received on (UTC)", kind: "moment", hint: "Leave empty for now." },
            { name: "reference", label: "Reference", hint: "The reference of the transfer." },
          ]}
          fixed={{ id }}
          initial={{ amount: invoice.amount_due - invoice.amount_paid }}
          submit="Record payment"
          act={(api, input) => api.invoices.pay.mutate(input)}
          done={({ status: after }) =>
            after === "PAID"
              ? "The invoice is paid."
              : "The payment was recorded. The invoice is partly paid."
          }
        />
      )}
    </DialogFooter>
  );
}
