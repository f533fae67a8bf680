"use client";

import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { shown } from "../../_lib/shown.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** Whom an invoice bills: the customer, and name and address as the invoice says them. */
export function InvoiceBuyer({ id }: { id: string }) {
  const { data: buyer } = useLoaded("invoice buyer", id, (api, signal) =>
    api.invoices.getBuyer.query({ id }, { signal }),
  );
  if (!buyer) return null;
  const name = buyer.name ?? buyer.email ?? buyer.external_id;
  return (
    <section aria-label="Billed to" className="text-[0.8125rem]">
      <h3 className="text-xs text-muted">Billed to</h3>
      <p>
        <Link
          href={`/customers/${buyer.id}` as Route}
          className="rounded font-medium text-link hover:underline"
        >
          {shown(name)}
        </Link>
        {buyer.email && buyer.email !== name && <span className="text-muted"> ({shown(buyer.email)})</span>}
      </p>
      {buyer.billed_to !== null && (
        <p className="break-words whitespace-pre-line text-muted">{buyer.billed_to}</p>
      )}
    </section>
  );
}
