"use client";

import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

type Filter = Parameters<Api["invoices"]["sum"]["query"]>[0];
type Sums = Awaited<ReturnType<Api["invoices"]["sum"]["query"]>>["by_currency"][number];

const SUMS: [string, (sums: Sums) => number][] = [
  ["Invoiced", ({ total }) => total],
  ["Paid", ({ amount_paid }) => amount_paid],
  ["Paid from credit", ({ amount_from_credit }) => amount_from_credit],
  ["Kept as credit", ({ amount_kept_as_credit }) => amount_kept_as_credit],
  ["Left to pay", ({ amount_remaining }) => amount_remaining],
  ["Credited", ({ amount_credited }) => amount_credited],
  ["Refunded", ({ amount_refunded }) => amount_refunded],
  ["Written off", ({ amount_written_off }) => amount_written_off],
];

/** What all invoices of the present filter come to, by currency: not those of the shown page alone. */
export function InvoiceTotals({ filter }: { filter: Filter }) {
  const { data } = useLoaded(
    "invoice totals",
    filter,
    (api, signal) => api.invoices.sum.query(filter, { signal }),
    { keepsPrevious: true },
  );
  if (!data || data.count === 0) return null;
  return (
    <section aria-label="Totals" className="border-t bg-subtle/50 px-4 py-2.5 text-[0.8125rem]">
      <p className="text-xs text-muted">
        {data.count === 1 ? "1 invoice" : `${formatCount(data.count)} invoices`}, drafts and void ones not
        counted as invoiced
      </p>
      {data.by_currency.map((sums) => (
        <dl key={sums.currency} aria-label={sums.currency} className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
          {SUMS.filter(([name, of]) => name === "Invoiced" || of(sums) !== 0).map(([name, of]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{formatMoney(of(sums), sums.currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}
