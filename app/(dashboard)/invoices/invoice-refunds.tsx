"use client";

import { Badge } from "../../_components/ui/badge.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";

type Refund = Awaited<ReturnType<Api["refunds"]["list"]["query"]>>["data"][number];

/** What was given back of an invoice's payments, newest first, with what did not arrive. */
export function InvoiceRefunds({ id }: { id: string }) {
  const { data } = useLoaded("invoice refunds", id, (api, signal) =>
    api.refunds.list.query({ invoice_id: id, limit: 100 }, { signal }),
  );
  const refunds = data?.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <AmountTable name="Refunds" head="Refund">
      {refunds.map((refund) => (
        <TableRow key={refund.id}>
          <TableCell>
            {formatDay(refund.refunded_at)}{" "}
            {refund.status !== "SUCCEEDED" && <Badge>{STATUS[refund.status]}</Badge>}
            <span className="block text-xs text-muted">{howOf(refund)}</span>
            {refund.reason && <span className="block text-xs text-muted">“{refund.reason}”</span>}
          </TableCell>
          <TableCell className="text-right tabular-nums">
            {hasArrived(refund) ? (
              formatMoney(-refund.amount, refund.currency)
            ) : (
              <s>{formatMoney(-refund.amount, refund.currency)}</s>
            )}
          </TableCell>
        </TableRow>
      ))}
    </AmountTable>
  );
}

const STATUS = { PENDING: "On its way", FAILED: "Failed", CANCELED: "Canceled" };

const hasArrived = ({ status }: Refund) => status === "PENDING" || status === "SUCCEEDED";

function howOf({ provider_refund_id: byCard, credit_note_id: note, reference }: Refund): string {
  const how = byCard === null ? "By hand" : "To the card";
  return [how, ...(note ? ["for a credit note"] : []), ...(reference ? [reference] : [])].join(", ");
}
