"use client";

import { Moment } from "../../_components/moment.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { formatInterval, formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

interface Props {
  subscriptionId: string;
  /** Only where it is this invoice that waits. */
  invoiceId?: string;
}

/** Says of a change that waits for the cardholder's bank what it changes, until when, and where it is confirmed; nothing while none does. */
export function UnconfirmedChange({ subscriptionId: id, invoiceId }: Props) {
  const { data } = useLoaded("unconfirmed change", id, (api, signal) =>
    api.subscriptions.readUnconfirmed.query({ id }, { signal }),
  );
  if (!data || (invoiceId !== undefined && data.invoice_id !== invoiceId)) return null;
  const { plan, plan_price: price, amount, currency, expires_at: end, hosted_url: url } = data;
  return (
    <Alert tone="caution">
      <p>
        {`A change to ${plan.name}, ${formatMoney(price.amount, price.currency)} a ${formatInterval(price.interval)}, waits for the cardholder to confirm the payment of ${formatMoney(amount, currency)} with their bank. Until `}
        <Moment iso={end} isExact />
        {" it can be confirmed; then it is dropped, the plan stays, and nothing is owed for it. "}
        {url && (
          <a href={url} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
            Open the page to confirm
          </a>
        )}
      </p>
    </Alert>
  );
}
