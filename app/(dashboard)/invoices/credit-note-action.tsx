"use client";

import { BY_CARD } from "../../../server/platform/schema/provider.ts";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { AmountTable } from "./amount-table.tsx";
import type { Room } from "./use-room.ts";

type Invoice = Awaited<ReturnType<Api["invoices"]["get"]["query"]>>;
type Preview = Awaited<ReturnType<Api["creditNotes"]["preview"]["mutate"]>>;

interface Props {
  invoice: Invoice;
  room: Room;
  className?: string | undefined;
  /** Where a menu opened the form: there is no button. */
  close?: () => void;
}

/**
 * The button and form that credit an invoice, in part or whole, after a look at what that does. The form stays where somebody else
 * credits the rest meanwhile.
 */
export function CreditNoteAction({ invoice, room, className, close }: Props) {
  return (
    <ActionDialog
      trigger={
        room.left_to_credit > 0 && (
          <Button variant="secondary" className={className}>
            Credit note
          </Button>
        )
      }
      close={close}
      title="Credit note"
      description={`${invoice.amount_remaining > 0 ? "Reduces what the customer owes" : "Gives the customer credit or money back"}${isByCard(invoice) ? "." : "; they get it by mail."}`}
      schema={async () => (await import("./credit-note-schema.ts")).creditNoteForm(invoice.lines)}
      fields={fieldsFor(invoice, room)}
      fixed={{ id: invoice.id }}
      initial={{ credits: "all", to: waysFor(invoice, room)[0]?.value }}
      preview={{
        submit: "Preview",
        act: async (api, input) => {
          const { previewRequest } = await import("./credit-note-schema.ts");
          return api.creditNotes.preview.mutate(previewRequest(invoice.lines, input));
        },
        show: (preview: Preview) => <PreviewTable preview={preview} />,
      }}
      submit="Issue credit note"
      rereads
      act={async (api, input, preview) => {
        const { creditNoteRequest } = await import("./credit-note-schema.ts");
        return api.creditNotes.create.mutate(creditNoteRequest(invoice.lines, input, preview));
      }}
      done={({ number }) => `The credit note ${number ?? ""} was issued.`}
    />
  );
}

const isByCard = ({ provider }: Pick<Invoice, "provider">) => provider === BY_CARD;

/** What may become of what was paid: what credit paid alone is credit again. Stripe gives back nothing that is disputed. */
function waysFor(invoice: Invoice, { disputed }: Room) {
  const refund = isByCard(invoice)
    ? { label: "Give it back to the card", hint: "Stripe sends it within days." }
    : { label: "You gave it back by transfer", hint: "Usher only records it: send the money yourself." };
  return [
    {
      value: "BALANCE",
      label: "Keep it as credit",
      hint: "The customer’s next invoice uses it. No money moves.",
    },
    ...(disputed > 0 || invoice.amount_paid === 0 ? [] : [{ value: "REFUND", ...refund }]),
  ];
}

function fieldsFor(invoice: Invoice, room: Room): FormField[] {
  const { lines, currency, amount_paid: paid } = invoice;
  const { paid_by_credit: byCredit } = room;
  const isCard = isByCard(invoice);
  // The card provider gives money back by itself.
  const isRefund = (values: Record<string, unknown>) => !isCard && paid > 0 && values.to === "REFUND";
  return [
    {
      name: "credits",
      label: "How much to take back",
      kind: "radio",
      options: [
        { value: "all", label: `Everything: ${formatMoney(room.left_to_credit, currency)}` },
        { value: "amount", label: "A part of it" },
        { value: "lines", label: "Line by line" },
      ],
    },
    {
      name: "amount",
      label: "Amount",
      kind: "money",
      currency,
      isRequired: true,
      hint: `At most ${formatMoney(room.left_to_credit, currency)}, taken from the lines in their order.`,
      isShown: ({ credits }) => credits === "amount",
    },
    ...room.creditable_lines.map(({ id, left }): FormField => {
      const line = lines.find((one) => one.id === id);
      return {
        name: id,
        label: line?.description ?? id,
        kind: "money",
        currency,
        isOneOf: true,
        hint: `${ofLine(left, line?.amount ?? left, currency)} Leave it empty to credit nothing of this line.`,
        isShown: ({ credits }) => credits === "lines",
      };
    }),
    {
      name: "to",
      label: "What happens with what was paid",
      kind: "radio",
      options: waysFor(invoice, room),
      ...(byCredit > 0 && {
        hint: `Credit paid ${formatMoney(byCredit, currency)} of the invoice. That becomes credit again, not money.`,
      }),
      isShown: () => paid > 0 || byCredit > 0,
    },
    {
      name: "reference",
      label: "Reference",
      isShown: isRefund,
      hint: "The reference of the transfer that gave the money back.",
    },
    {
      name: "refunded_at",
      label: "Given back on (UTC)",
      kind: "day",
      isShown: isRefund,
      hint: "Leave empty for today.",
    },
    {
      name: "reason",
      label: "Reason",
      kind: "textarea",
      isRequired: true,
      hint: "The credit note says it to the customer.",
    },
  ];
}

/** How much of a line can be credited. */
const ofLine = (left: number, amount: number, currency: string) =>
  left < amount
    ? `${formatMoney(left, currency)} is left of ${formatMoney(amount, currency)}.`
    : `Of ${formatMoney(amount, currency)}.`;

function PreviewTable({ preview }: { preview: Preview }) {
  const money = (amount: number) => formatMoney(amount, preview.currency);
  const sums: [string, number][] = [
    ["Need not be paid any more", preview.amount_off_due],
    ["Kept as credit for the next invoice", preview.amount_to_balance],
    ["Given back as money", preview.amount_to_refund],
  ];
  return (
    <AmountTable name="What it does" head="Taken back">
      {preview.lines.map((line) => (
        <Row
          key={line.invoice_line_id}
          name={line.description || "An amount of the invoice"}
          amount={money(line.amount)}
        />
      ))}
      {sums.map(
        ([name, amount]) =>
          amount > 0 && <Row key={name} name={name} amount={money(amount)} className="font-medium" />,
      )}
      <Row
        name="Left to pay afterwards"
        amount={money(preview.invoice_amount_remaining)}
        className="text-muted"
      />
      <Row
        name="Can still be credited afterwards"
        amount={money(preview.left_to_credit)}
        className="text-muted"
      />
    </AmountTable>
  );
}

function Row({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <TableRow>
      <TableCell className={className}>{name}</TableCell>
      <TableCell className={`text-right tabular-nums ${className ?? ""}`}>{amount}</TableCell>
    </TableRow>
  );
}
