"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { ActionDialog, OpenAction } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import { DialogFooter } from "../../_components/ui/dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../_components/ui/dropdown-menu.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { useOpenTab } from "../../_lib/use-open-tab.ts";
import { CreditNoteAction } from "./credit-note-action.tsx";
import { OpenPdf } from "./open-pdf.tsx";
import { RecordPayment } from "./record-payment.tsx";
import type { Room } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;

/** What can be done with an invoice: what is done each month as buttons, the rest in a menu. */
export function InvoiceActions({ invoice, room }: { invoice: Invoice; room: Room }) {
  const { id, status, provider } = invoice;
  const mayChange = useMay("ADMIN");
  // What was written off may be paid all the same.
  const isWrittenOff = provider === BY_INVOICE && status === "UNCOLLECTIBLE";
  const actions = mayChange ? actionsFor(invoice, room) : [];
  // A phone has room for one beside the payment.
  const folds = actions.length > 0 && status !== "DRAFT" ? "max-sm:hidden" : undefined;
  const isPayable = provider === BY_INVOICE && (status === "OPEN" || status === "UNCOLLECTIBLE");
  return (
    <DialogFooter className="flex-wrap max-sm:[&>button]:flex-1">
      {status !== "DRAFT" && (
        <OpenPdf variant="secondary" className={folds} link={(api) => api.invoices.link.query({ id })}>
          Open PDF
        </OpenPdf>
      )}
      {mayChange && status === "OPEN" && (
        <MoreActions invoice={invoice} room={room} actions={actions.filter(isRare)} className={folds} />
      )}
      {mayChange && isWrittenOff && <Reopen invoice={invoice} className={folds} />}
      {mayChange && <CreditNoteAction invoice={invoice} room={room} className={folds} />}
      {mayChange && isPayable && <RecordPayment invoice={invoice} />}
      {folds && <MoreActions invoice={invoice} room={room} actions={actions} hasPdf className="sm:hidden" />}
    </DialogFooter>
  );
}

const MORE = {
  credit: { label: "Credit note", Dialog: CreditNoteAction },
  reopen: { label: "Take write-off back", Dialog: Reopen },
  due: { label: "Extend due date", Dialog: ExtendDueDate },
  writeOff: { label: "Write off", Dialog: WriteOff },
  void: { label: "Void", Dialog: VoidInvoice },
} as const;

type Action = keyof typeof MORE;

/** What can be done with an invoice beside recording a payment. */
function actionsFor(invoice: Invoice, room: Room): Action[] {
  const { status, provider } = invoice;
  const isOurs = provider === BY_INVOICE;
  const isOpen = status === "OPEN";
  return [
    ...(room.left_to_credit > 0 ? (["credit"] as const) : []),
    ...(isOurs && status === "UNCOLLECTIBLE" ? (["reopen"] as const) : []),
    ...(isOurs && isOpen ? (["due"] as const) : []),
    ...(isOpen ? (["writeOff"] as const) : []),
    ...(isOurs && isOpen && isVoidable(invoice) ? (["void"] as const) : []),
  ];
}

/** Whether it is in the menu on a wide screen, too. */
const isRare = (action: Action) => action !== "credit" && action !== "reopen";

interface MoreProps {
  invoice: Invoice;
  room: Room;
  actions: Action[];
  hasPdf?: boolean;
  className: string | undefined;
}

/** A menu of actions. */
function MoreActions({ invoice, room, actions, hasPdf = false, className }: MoreProps) {
  const [chosen, setChosen] = useState<Action | null>(null);
  const { openTab } = useOpenTab((api) => api.invoices.link.query({ id: invoice.id }));
  const Dialog = chosen && MORE[chosen].Dialog;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" className={className}>
            More
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {hasPdf && <DropdownMenuItem onSelect={openTab}>Open PDF</DropdownMenuItem>}
          {actions.map((action) => (
            <DropdownMenuItem key={action} onSelect={() => setChosen(action)}>
              {MORE[action].label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {Dialog && <Dialog invoice={invoice} room={room} close={() => setChosen(null)} />}
    </>
  );
}

/** Of one that was paid in part, or of which something was given back, a part is credited instead. */
const isVoidable = (invoice: Invoice) =>
  invoice.amount_paid === 0 &&
  invoice.amount_from_credit === 0 &&
  invoice.amount_refunded === 0 &&
  invoice.amount_credited === invoice.amount_off_due;

interface DialogProps {
  invoice: Invoice;
  close: () => void;
}

const REASON: FormField = { name: "reason", label: "Reason", kind: "textarea", isRequired: true };

function WriteOff({
  invoice: { id, provider, currency, amount_remaining: left, subscription_id: subscription },
  close,
}: DialogProps) {
  return (
    <OpenAction
      close={close}
      title="Write off what is left to pay?"
      description={`${formatMoney(left, currency)} is written off. What was paid stays paid${provider === BY_INVOICE ? `${subscription === null ? "" : ", and the subscription is not past due because of this invoice any more"}. A payment that comes all the same can still be recorded.` : ". The card provider does not collect it any more."}`}
      schema={async () =>
        (await import("../../../server/domain/billing/invoice-actions/write-off-invoice-schema.ts"))
          .WriteOffInvoice
      }
      fields={[REASON]}
      fixed={{ id }}
      submit="Write off"
      isDangerous
      done="The rest was written off."
      act={(api, input) => api.invoices.writeOff.mutate(input)}
    />
  );
}

function Reopen({
  invoice: { id, currency, amount_written_off: amount, subscription_id },
  className,
  close,
}: {
  invoice: Invoice;
  className?: string | undefined;
  close?: () => void;
}) {
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" className={className}>
          Take write-off back
        </Button>
      }
      close={close}
      title="Take the write-off back?"
      description={`The invoice is open again: ${formatMoney(amount, currency)} is to be paid, with the due date that it has.${subscription_id === null ? "" : " If that date has passed, its subscription is past due at once."}`}
      schema={async () =>
        (await import("../../../server/domain/billing/invoice-actions/reopen-invoice-schema.ts"))
          .ReopenInvoice
      }
      fields={[REASON]}
      fixed={{ id }}
      submit="Take write-off back"
      done="The invoice is open again."
      act={(api, input) => api.invoices.reopen.mutate(input)}
    />
  );
}

/** What may become of the amounts of a void invoice. */
const OUTCOMES = [
  {
    value: "write_off",
    label: "Nothing is owed",
    hint: "The amounts on it are canceled. For an invoice that should not have been.",
  },
  {
    value: "reissue",
    label: "Issue a corrected invoice now",
    hint: "The same lines under the next number, with today’s date and the customer’s present address. It is mailed.",
  },
  {
    value: "wait",
    label: "Bill them on the next invoice",
    hint: "Where the subscription has ended, that is an invoice of its own, within minutes.",
  },
];

function VoidInvoice({
  invoice: { id, total, currency, subscription_id: subscription },
  close,
}: DialogProps) {
  return (
    <OpenAction
      close={close}
      title="Void the invoice?"
      description={`This invoice of ${formatMoney(total, currency)} will be void, and need not be paid. Its number stays in use, so that invoice numbers have no gaps.`}
      schema={async () =>
        (await import("../../../server/domain/billing/invoice-actions/void-invoice-schema.ts")).VoidInvoice
      }
      fields={[
        {
          name: "charges",
          label: "What becomes of the amounts",
          kind: "radio",
          // A one-off invoice has no next one.
          options: OUTCOMES.filter(({ value }) => subscription !== null || value !== "wait"),
        },
        { name: "reason", label: "Reason", kind: "textarea", hint: "Shown with the invoice." },
      ]}
      fixed={{ id }}
      initial={{ charges: "write_off" }}
      submit="Void invoice"
      keep="Keep invoice"
      isDangerous
      act={(api, input) => api.invoices.void.mutate(input)}
      done={({ replaced_by_id: anew }) =>
        anew === null ? "The invoice is void." : "The invoice is void, and a new one was issued."
      }
    />
  );
}

function ExtendDueDate({ invoice: { id, due_at }, close }: DialogProps) {
  return (
    <OpenAction
      close={close}
      title="Extend the due date"
      description="The invoice is not overdue until that day has passed. A subscription that is past due because of it becomes active again, and reminders begin anew after the new date."
      schema={async () =>
        (await import("../../../server/domain/billing/invoice-actions/extend-due-date-schema.ts"))
          .ExtendDueDate
      }
      fields={[{ name: "due_at", label: "Due on (UTC)", kind: "last day", isRequired: true }, REASON]}
      fixed={{ id }}
      initial={{ due_at }}
      submit="Extend due date"
      done="The due date was extended."
      act={(api, input) => api.invoices.extendDueDate.mutate(input)}
    />
  );
}
