"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatMoney } from "../../../../_lib/format.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";

type Left = Awaited<ReturnType<Api["ledger"]["leftCredit"]["query"]>>["data"][number];

/** Credit of the customer's ended subscriptions, which no invoice will use, and what to do with it; nothing while there is none. */
export function LeftCredit({ customerId }: { customerId: string }) {
  const mayChange = useMay("ADMIN");
  const { data } = useLoaded("customer left credit", customerId, (api, signal) =>
    api.ledger.leftCredit.query({ customer: customerId }, { signal }),
  );
  return data?.data.map((left) => (
    <div
      key={left.subscription_id}
      className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5"
    >
      <p className="min-w-0 text-[0.8125rem] text-muted">
        {formatMoney(left.amount, left.currency)} of the credit is of {left.name}, which has ended: no invoice
        will use it.
      </p>
      {mayChange && <SettleAction left={left} />}
    </div>
  ));
}

function SettleAction({ left: { subscription_id: id, name, currency, amount, takers } }: { left: Left }) {
  const money = formatMoney(amount, currency);
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small" aria-label={`Settle the credit of ${name}`}>
          Settle credit
        </Button>
      }
      title={`What becomes of the credit of ${money}?`}
      description={`It is left of ${name}, which has ended. This cannot be undone.`}
      schema={async () =>
        (await import("../../../../../server/domain/billing/ledger/settle-schema.ts")).SettleCredit
      }
      fields={[
        {
          ...{ name: "to", label: "What becomes of it", kind: "select", isRequired: true },
          options: [
            { value: "REFUND", label: "It was paid back by hand" },
            ...(takers.length > 0 ? [{ value: "SUBSCRIPTION", label: "Another subscription uses it" }] : []),
            { value: "WRITE_OFF", label: "It is written off" },
          ],
          hint: "Paid back, or used by another subscription: a final invoice says what the credit is of. Paid back: the customer gets a mail. Written off: what was paid stays yours.",
        },
        {
          ...{ name: "to_subscription_id", label: "Subscription", kind: "select", isRequired: true },
          options: takers.map((taker) => ({ value: taker.id, label: taker.name })),
          isShown: ({ to }) => to === "SUBSCRIPTION",
        },
        {
          ...{ name: "reference", label: "Reference", isShown: ({ to }) => to === "REFUND" },
          hint: "The reference of the transfer that paid it back.",
        },
        {
          ...{ name: "refunded_at", label: "Paid back on (UTC)", kind: "day" },
          hint: "Leave empty for today.",
          isShown: ({ to }) => to === "REFUND",
        },
        {
          ...{ name: "reason", label: "Reason", kind: "textarea", isRequired: true },
          hint: "For your own records, and in the audit log.",
        },
      ]}
      fixed={{ subscription_id: id, amount }}
      initial={{ to: "REFUND", to_subscription_id: takers[0]?.id }}
      submit="Settle credit"
      isDangerous
      act={(api, input) => api.ledger.settleCredit.mutate(input)}
      done={`${money} of credit is settled.`}
    />
  );
}
