"use client";

import { BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { AmountTable } from "./amount-table.tsx";
import { TakenBack } from "./taken-back.tsx";

type Refund = Awaited<ReturnType<Api["refunds"]["list"]["query"]>>["data"][number];

/** What was given back of an invoice's payments, newest first, with what did not arrive. */
export function InvoiceRefunds({ id }: { id: string }) {
  const { data } = useLoaded("invoice refunds", id, (api, signal) =>
    api.refunds.list.query({ invoice_id: id, limit: 100 }, { signal }),
  );
  const mayChange = useMay("ADMIN");
  const refunds = data?.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <AmountTable name="Refunds" head="Refund">
      {refunds.map((refund) => (
        <TableRow key={refund.id}>
          <TableCell>
            {formatDay(refund.refunded_at)}{" "}
            {refund.status !== "SUCCEEDED" && !refund.taken_back && <Badge>{STATUS[refund.status]}</Badge>}
            <span className="block text-xs text-muted">{howOf(refund)}</span>
            {refund.reason && <span className="block text-xs text-muted">“{refund.reason}”</span>}
            <TakenBack of={refund} />
          </TableCell>
          <TableCell className="text-right tabular-nums">
            {hasArrived(refund) ? (
              formatMoney(-refund.amount, refund.currency)
            ) : (
              <s>{formatMoney(-refund.amount, refund.currency)}</s>
            )}
            {mayChange && isByHand(refund) && (
              <span className="-mr-2.5 block">
                <TakeBack refund={refund} />
              </span>
            )}
          </TableCell>
        </TableRow>
      ))}
    </AmountTable>
  );
}

/** The card provider's refunds are not ours to take back. */
const isByHand = ({ provider, status }: Refund) => provider === BY_INVOICE && status === "SUCCEEDED";

function TakeBack({ refund }: { refund: Refund }) {
  const { id, amount, currency } = refund;
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small">
          Take refund back
        </Button>
      }
      title="Take the refund back?"
      description={`The ${formatMoney(amount, currency)} did not go back to the customer, or came back from the bank. The refund stays in this list, and counts no more. ${whereItStays(refund)}`}
      schema={async () => (await import("../../../server/domain/billing/refunds/schema.ts")).TakeBackRefund}
      fields={[
        {
          name: "reason",
          label: "Reason",
          kind: "textarea",
          isRequired: true,
          hint: "For example that the transfer came back.",
        },
      ]}
      fixed={{ id }}
      submit="Take refund back"
      isDangerous
      done="The refund was taken back."
      act={(api, input) => api.refunds.takeBack.mutate(input)}
    />
  );
}

function whereItStays({ credit_note_id: note, is_of_credit: isOfCredit }: Refund): string {
  if (isOfCredit) return "It is the customer’s credit again.";
  if (note === null) return "The invoice is as it was before.";
  return "Its credit note stays: the amount comes off what is left to pay of the invoice, and is credit for the next invoice where nothing is left.";
}

const STATUS = { PENDING: "On its way", FAILED: "Failed", CANCELED: "Canceled" };

const hasArrived = ({ status }: Refund) => status === "PENDING" || status === "SUCCEEDED";

function howOf({ provider_refund_id: byCard, credit_note_id: note, reference }: Refund): string {
  const how = byCard === null ? "By hand" : "To the card";
  return [how, ...(note ? ["for a credit note"] : []), ...(reference ? [reference] : [])].join(", ");
}
