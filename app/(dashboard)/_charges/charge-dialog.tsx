"use client";

import type { Route } from "next";
import type { ReactNode } from "react";
import { ACCOUNTS, TRANSFERS } from "../../../server/platform/schema/ledger-words.ts";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Details } from "../../_components/details.tsx";
import { Link } from "../../_components/link.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Day, Moment } from "../../_components/moment.tsx";
import { Dialog, DialogBody, DialogContent } from "../../_components/ui/dialog.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { invoiceName } from "./charge.ts";
import { StateBadge } from "./charge-columns.tsx";

type Charge = Awaited<ReturnType<Api["ledger"]["get"]["query"]>>;

/** One charge with its transfers in the journal. */
export function ChargeDialog({ id, close }: { id: string; close: () => void }) {
  const {
    data: charge,
    error,
    refetch,
  } = useLoaded("charge", id, (api, signal) => api.ledger.get.query({ id }, { signal }));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={charge?.description ?? "Amount"}
        description={charge && formatMoney(charge.amount, charge.currency)}
        className="sm:max-w-2xl"
      >
        <DialogBody>
          {error && !charge && <LoadFailure what="The amount" error={error} onRetry={() => void refetch()} />}
          {!charge && !error && <Skeleton className="h-40 w-full" />}
          {charge && <Body charge={charge} />}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Body({ charge }: { charge: Charge }) {
  const { state, why, invoice_id: invoice, subscription_id: subscription } = charge;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
        <StateBadge state={state} />
        {state !== "invoiced" && why?.reason && <span className="min-w-0 break-words">“{why.reason}”</span>}
      </p>
      <Transfers charge={charge} />
      <Details
        items={[
          ["Customer", link(`/customers/${charge.customer_id}`, "Open")],
          ...(subscription ? [item("Subscription", link(`/subscriptions/${subscription}`, "Open"))] : []),
          ...(invoice
            ? [item("Invoice", link(`/invoices?invoice=${invoice}`, invoiceName(charge.invoice_number)))]
            : []),
          ["For", timeOf(charge)],
          ["Since", <Moment key="charged" iso={charge.created_at} isExact />],
          ...(charge.due_at ? [item("Due", <Moment key="due" iso={charge.due_at} isExact />)] : []),
          ["Id", <CopyButton key="id" value={charge.id} className="max-w-48" />],
        ]}
      />
    </>
  );
}

const item = (name: string, value: ReactNode): [string, ReactNode] => [name, value];

const link = (href: string, text: string) => (
  <Link key={href} href={href as Route} className="rounded font-medium text-link hover:underline">
    {text}
  </Link>
);

const timeOf = ({ period_start: start, period_end: end }: Charge) =>
  start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;

/** The words of a kind of transfer, where there are some. */
const kindOf = (kind: string) => Object.entries(TRANSFERS).find(([known]) => known === kind)?.[1] ?? kind;

function Transfers({ charge: { transfers, currency } }: { charge: Charge }) {
  return (
    <div className="scroll-hint overflow-x-auto rounded-md border">
      <Table aria-label="Journal">
        <thead>
          <TableRow>
            <ColumnHead>Journal</ColumnHead>
            <ColumnHead className="max-sm:hidden">Debit</ColumnHead>
            <ColumnHead className="max-sm:hidden">Credit</ColumnHead>
            <ColumnHead className="text-right">Amount</ColumnHead>
          </TableRow>
        </thead>
        <tbody>
          {transfers.map((transfer) => (
            <TableRow key={transfer.id}>
              <TableCell>
                {kindOf(transfer.kind)}
                <span className="block text-xs text-muted">
                  <Day iso={transfer.at} />
                </span>
                <span className="block text-xs text-muted sm:hidden">
                  Debit {ACCOUNTS[transfer.debit_account]}, credit {ACCOUNTS[transfer.credit_account]}
                </span>
              </TableCell>
              <TableCell className="max-sm:hidden">{ACCOUNTS[transfer.debit_account]}</TableCell>
              <TableCell className="max-sm:hidden">{ACCOUNTS[transfer.credit_account]}</TableCell>
              <TableCell className="text-right tabular-nums">
                {formatMoney(transfer.amount, currency)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
