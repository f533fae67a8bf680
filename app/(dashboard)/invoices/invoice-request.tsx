"use client";

import { Moment } from "../../_components/moment.tsx";
import { formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** A credit note or refund that the card provider has not carried out: what it waits for, or why it came to nothing. */
export function InvoiceRequest({ id }: { id: string }) {
  const { data: request } = useLoaded("invoice request", id, (api, signal) =>
    api.creditNotes.readRequest.query({ id }, { signal }),
  );
  if (!request) return null;
  const what = request.kind === "REFUND" ? "refund" : "credit note";
  const words = request.failure && <span className="block text-xs text-muted">“{request.failure}”</span>;
  return (
    <div className="rounded-md border px-3 py-2 text-[0.8125rem]">
      {request.status === "FAILED" ? (
        <p>
          A {what} of {formatMoney(request.amount, request.currency)} was refused. Nothing was done.
          {words}
        </p>
      ) : (
        <p>
          A {what} of {formatMoney(request.amount, request.currency)} waits for the card provider since{" "}
          <Moment iso={request.requested_at} isExact />. Usher asks again until{" "}
          <Moment iso={request.asked_until} isExact />, and then searches for what was made.
          {words}
        </p>
      )}
    </div>
  );
}
