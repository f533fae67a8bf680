"use client";

import { Day } from "../../_components/moment.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";

type Dispute = Awaited<ReturnType<Api["disputes"]["list"]["query"]>>["data"][number];

const STATES = {
  INQUIRY: { tone: "caution", label: "The bank asks" },
  NEEDS_RESPONSE: { tone: "negative", label: "Needs your answer" },
  UNDER_REVIEW: { tone: "notice", label: "The bank decides" },
  WON: { tone: "positive", label: "Won" },
  LOST: { tone: "negative", label: "Lost" },
  CLOSED: { tone: "neutral", label: "Closed" },
} as const satisfies Record<Dispute["status"], { tone: string; label: string }>;

/** What cardholders dispute of an invoice's payments at their banks. */
export function InvoiceDisputes({ id }: { id: string }) {
  const { data } = useLoaded("invoice disputes", id, (api, signal) =>
    api.disputes.list.query({ invoice_id: id, limit: 100 }, { signal }),
  );
  const disputes = data?.data ?? [];
  if (disputes.length === 0) return null;
  return (
    <AmountTable name="Disputes" head="Dispute">
      {disputes.map((dispute) => (
        <TableRow key={dispute.id}>
          <TableCell>
            <Day iso={dispute.opened_at} />{" "}
            <Badge tone={STATES[dispute.status].tone}>{STATES[dispute.status].label}</Badge>
            <span className="block text-xs text-muted">{dispute.reason.replaceAll("_", " ")}</span>
            {dispute.evidence_due_at && dispute.status === "NEEDS_RESPONSE" && (
              <span className="block text-xs text-muted">
                Answer in Stripe's dashboard by <Day iso={dispute.evidence_due_at} relative="behind" />
              </span>
            )}
          </TableCell>
          <TableCell className="text-right tabular-nums">
            {formatMoney(dispute.amount, dispute.currency)}
            {dispute.amount_withdrawn > 0 && (
              <span className="block text-xs text-muted">
                {formatMoney(dispute.amount_withdrawn, dispute.currency)} taken
              </span>
            )}
          </TableCell>
        </TableRow>
      ))}
    </AmountTable>
  );
}
