"use client";

import { BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { Badge } from "../../_components/ui/badge.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";
import { OpenPdf } from "./open-pdf.tsx";

type CreditNote = Awaited<ReturnType<Api["creditNotes"]["list"]["query"]>>["data"][number];

/** The credit notes of an invoice, newest first, each with its PDF. */
export function InvoiceCreditNotes({ id }: { id: string }) {
  const { data } = useLoaded("invoice credit notes", id, (api, signal) =>
    api.creditNotes.list.query({ invoice_id: id, limit: 100 }, { signal }),
  );
  const notes = data?.data ?? [];
  if (notes.length === 0) return null;
  return (
    <AmountTable name="Credit notes" head="Credit note">
      {notes.map((note) => (
        <TableRow key={note.id}>
          <TableCell>
            {note.number ?? "Without number"}, {formatDay(note.issued_at)}{" "}
            {note.status === "VOID" && <Badge>Void</Badge>}
            {note.reason && <span className="block text-xs text-muted">“{note.reason}”</span>}
            <span className="block text-xs text-muted">{whereTo(note)}</span>
          </TableCell>
          <TableCell className="text-right tabular-nums">
            {formatMoney(-note.amount, note.currency)}
            {note.provider === BY_INVOICE && (
              <span className="-mr-2.5 block">
                <OpenPdf
                  variant="ghost"
                  size="small"
                  name={`Open PDF of ${note.number ?? "the credit note"}`}
                  link={(api) => api.creditNotes.link.query({ id: note.id })}
                >
                  Open PDF
                </OpenPdf>
              </span>
            )}
          </TableCell>
        </TableRow>
      ))}
    </AmountTable>
  );
}

function whereTo(note: CreditNote): string {
  const parts: [string, number][] = [
    ["off what is to be paid", note.amount_off_due],
    ["as credit", note.amount_to_balance],
    ["given back", note.amount_to_refund],
  ];
  return parts
    .flatMap(([words, amount]) => (amount > 0 ? [`${formatMoney(amount, note.currency)} ${words}`] : []))
    .join(", ");
}
