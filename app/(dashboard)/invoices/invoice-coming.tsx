"use client";

import { useLoaded } from "../../_lib/use-loaded.ts";
import { SubscriptionComing } from "../subscriptions/subscription-coming.tsx";

/** The change that an open invoice pays for; nothing where it pays for none. */
export function InvoiceComing({
  subscriptionId: id,
  invoiceId,
}: {
  subscriptionId: string;
  invoiceId: string;
}) {
  const { data } = useLoaded("subscription", id, (api, signal) =>
    api.subscriptions.get.query({ id }, { signal }),
  );
  const change = data?.coming?.change;
  if (!change || change.invoice_id !== invoiceId) return null;
  return <SubscriptionComing subscription={{ id, coming: { change, ending: null, pause: null } }} />;
}
