"use client";

import type { Route } from "next";
import type { ReactNode } from "react";
import { BY_CARD, BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { COLLECTED } from "../../../server/platform/schema/words.ts";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Details } from "../../_components/details.tsx";
import { Link } from "../../_components/link.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Day, Moment } from "../../_components/moment.tsx";
import { SideSheet } from "../../_components/sheet/side-sheet.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { DialogBody } from "../../_components/ui/dialog.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { ForDevelopers } from "../_history/for-developers.tsx";
import { AmountTable } from "./amount-table.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceBuyer } from "./invoice-buyer.tsx";
import { InvoiceComing } from "./invoice-coming.tsx";
import { InvoiceCreditNotes } from "./invoice-credit-notes.tsx";
import { InvoiceDecisions } from "./invoice-decisions.tsx";
import { InvoiceDisputes } from "./invoice-disputes.tsx";
import { InvoicePayments } from "./invoice-payments.tsx";
import { InvoiceRefunds } from "./invoice-refunds.tsx";
import { InvoiceReminders } from "./invoice-reminders.tsx";
import { InvoiceRequest } from "./invoice-request.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import { InvoiceNotices } from "./notices.tsx";
import { RefundAction } from "./refund-action.tsx";
import { type Room, useRoom } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

/** One invoice with its lines, in a sheet at the side; its actions open in the same sheet. */
export function InvoiceSheet({ id, close }: { id: string; close: () => void }) {
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
    <SideSheet
      title={invoice ? `Invoice ${invoice.number ?? "(draft)"}` : "Invoice"}
      description={invoice && howPaid(invoice)}
      back={`Back to invoice ${invoice?.number ?? ""}`.trim()}
      close={close}
    >
      <DialogBody>
        {failure && !isShown && (
          <LoadFailure
            what="The invoice"
            error={failure}
            onRetry={() => void Promise.all([refetch(), room.refetch()])}
            list={{ href: "/invoices", label: "All invoices" }}
          />
        )}
        {!isShown && !failure && <Skeleton className="h-40 w-full" />}
        {isShown && <Body invoice={invoice} room={room.data} />}
      </DialogBody>
      {isShown && <InvoiceActions invoice={invoice} room={room.data} />}
    </SideSheet>
  );
}

/** How an invoice is paid: "To be paid by transfer", "Paid by transfer", "Settled" when credit covers it all, else "By transfer". */
function howPaid({ status, provider, total }: Invoice): string {
  const way = COLLECTED[provider];
  if (status === "PAID" && total === 0) return "Settled: nothing was to be paid";
  if (status === "PAID") return `Paid ${way.toLowerCase()}`;
  return status === "OPEN" ? `To be paid ${way.toLowerCase()}` : way;
}

function Body({ invoice, room }: { invoice: Invoice; room: Room }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const creditedAfterwards = invoice.amount_credited - invoice.amount_off_due;
  const isOfChange = invoice.status === "OPEN" && invoice.reason === "subscription_update";
  return (
    <>
      <Headline invoice={invoice} now={room.now} />
      {isOfChange && invoice.subscription_id !== null && (
        <InvoiceComing subscriptionId={invoice.subscription_id} invoiceId={invoice.id} />
      )}
      <InvoiceBuyer id={invoice.id} />
      {invoice.provider === BY_CARD && <InvoiceNotices id={invoice.id} />}
      <AmountTable name="Lines" head="Line">
        {invoice.lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell>{line.description}</TableCell>
            <TableCell className="text-right tabular-nums">{money(line.amount)}</TableCell>
          </TableRow>
        ))}
      </AmountTable>
      <Details
        items={[
          ["Total", money(invoice.total)],
          ...(invoice.tax > 0 ? [["Tax", money(invoice.tax)] as [string, string]] : []),
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
          ...(invoice.amount_surplus > 0
            ? [["Paid beyond what was due", money(invoice.amount_surplus)] as [string, string]]
            : []),
          ["Left to pay", money(invoice.amount_remaining)],
        ]}
      />
      {invoice.provider === BY_INVOICE && <InvoicePayments invoice={invoice} />}
      <RefundAction invoice={invoice} room={room} />
      <InvoiceRefunds id={invoice.id} />
      <InvoiceCreditNotes id={invoice.id} />
      {invoice.provider === BY_CARD && <InvoiceDisputes id={invoice.id} />}
      {invoice.provider === BY_CARD && <InvoiceRequest id={invoice.id} />}
      {invoice.provider === BY_INVOICE && <InvoiceReminders invoice={invoice} />}
      <InvoiceDecisions id={invoice.id} isPaid={invoice.status === "PAID"} />
      <Details
        items={[
          ["Issued", <Moment key="issued" iso={invoice.issued_at} isExact />],
          [
            "Due",
            invoice.due_at ? (
              <Day
                key="due"
                iso={invoice.due_at}
                {...(invoice.status === "OPEN" && { relative: "behind", now: room.now })}
              />
            ) : (
              "–"
            ),
          ],
          ...(invoice.replaces_id ? [otherInvoice("Issued for", invoice.replaces_id)] : []),
          ...(invoice.replaced_by_id ? [otherInvoice("Issued anew as", invoice.replaced_by_id)] : []),
        ]}
      />
      <ForDevelopers>
        <CopyButton value={invoice.id} label="the invoice’s id" />
      </ForDevelopers>
    </>
  );
}

/** What one asks first: how much, and by when. */
function Headline({ invoice, now }: { invoice: Invoice; now: string }) {
  const isOpen = invoice.status === "OPEN";
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="text-[1.75rem] leading-9 font-semibold tabular-nums">
          {formatMoney(isOpen ? invoice.amount_remaining : invoice.total, invoice.currency)}
        </span>
        {isOpen && invoice.amount_remaining !== invoice.total && (
          <span className="text-[0.8125rem] text-muted">
            left of {formatMoney(invoice.total, invoice.currency)}
          </span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
        <InvoiceStatus invoice={invoice} />
        {invoice.is_overdue && <Badge tone="negative">Overdue</Badge>}
        {isOpen && invoice.due_at && (
          <span>
            due <Day iso={invoice.due_at} relative="behind" now={now} />
          </span>
        )}
        {invoice.paid_at && (
          <span>
            paid <Day iso={invoice.paid_at} />
          </span>
        )}
        {invoice.next_attempt_at && (
          <span>
            tried {invoice.attempt_count} {invoice.attempt_count === 1 ? "time" : "times"}, again{" "}
            <Moment iso={invoice.next_attempt_at} isExact />
          </span>
        )}
      </p>
    </div>
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
