"use client";

import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useAction, useLoaded, useMay } from "../../_lib/use-loaded.ts";

export type Notice = Awaited<ReturnType<Api["invoiceNotices"]["list"]["query"]>>["data"][number];

const TITLES: Record<Notice["kind"], string> = {
  NOT_ISSUED: "Invoice not issued",
  TAX_NOT_COMPUTED: "Invoice issued without taxes",
  FRAUD_WARNING: "Payment may be a fraud",
  DISPUTE: "Payment is disputed",
};

/** What a person has to do about an invoice, as the card provider tells it. */
export function NoticeAlert({ notice, hasLink = false }: { notice: Notice; hasLink?: boolean }) {
  const { id, kind, message, what_to_do, due_at } = notice;
  const mayChange = useMay("ADMIN");
  const dismiss = useAction((api) => api.invoiceNotices.dismiss.mutate({ id }), {
    done: "The notice was dismissed.",
  });
  return (
    <Alert tone="caution" role="note" aria-label={TITLES[kind]}>
      <p className="font-medium">{TITLES[kind]}</p>
      <p>{what_to_do}</p>
      {message && <p>“{message}”</p>}
      {due_at && (
        <p>
          Until <Moment iso={due_at} isExact />.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {hasLink && (
          <Link
            href={`/invoices?invoice=${notice.invoice_id}` as Route}
            className="rounded font-medium underline underline-offset-2"
          >
            Show the invoice
          </Link>
        )}
        {mayChange && (
          <Button
            variant="secondary"
            size="small"
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate(undefined)}
          >
            Dismiss
          </Button>
        )}
      </div>
    </Alert>
  );
}

/** The open notices of one invoice. */
export function InvoiceNotices({ id }: { id: string }) {
  const { data } = useLoaded("invoice notices", id, (api, signal) =>
    api.invoiceNotices.list.query({ invoice_id: id, is_open: true, limit: 100 }, { signal }),
  );
  return data?.data.map((notice) => <NoticeAlert key={notice.id} notice={notice} />);
}
