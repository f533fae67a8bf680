"use client";

import type { Api } from "../../_lib/api.ts";
import { formatCount, formatList, formatMoney } from "../../_lib/format.ts";
import { countOf } from "../../_lib/units.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

type Filter = Parameters<Api["invoices"]["sum"]["query"]>[0];
type Counts = Omit<Awaited<ReturnType<Api["invoices"]["sum"]["query"]>>, "by_currency">;
type Sums = Awaited<ReturnType<Api["invoices"]["sum"]["query"]>>["by_currency"][number];

/** What became of what is billed: the parts add up to it. */
const PARTS: [string, (sums: Sums) => number][] = [
  ["Collected", ({ amount_collected }) => amount_collected],
  ["Given back without a credit note", ({ amount_given_back }) => amount_given_back],
  ["Disputed", ({ amount_disputed }) => amount_disputed],
  ["From credit", ({ amount_from_credit }) => amount_from_credit],
  ["Credit paid out", ({ amount_credit_paid_out }) => amount_credit_paid_out],
  ["Kept as credit", ({ amount_kept_as_credit }) => amount_kept_as_credit],
  ["Left to pay", ({ amount_remaining }) => amount_remaining],
  ["Written off", ({ amount_written_off }) => amount_written_off],
];

/** What is billed, and the parts of it that are not 0. */
function figuresOf(sums: Sums): [string, number][] {
  const { total, amount_credited: credited } = sums;
  const parts = PARTS.map(([name, of]): [string, number] => [name, of(sums)]).filter(
    ([, part]) => part !== 0,
  );
  const before: [string, number][] =
    credited === 0
      ? [["Invoiced", total]]
      : [
          ["Invoiced", total],
          ["Credit notes", -credited],
          ["Invoiced less credit notes", total - credited],
        ];
  return [...before, ...parts];
}

interface Props {
  filter: Filter;
  /** Whether it says how many they are: not where the page's title does. */
  isCounted: boolean;
}

/** What all invoices of the present filter come to, by currency: not those of the shown page alone. */
export function InvoiceTotals({ filter, isCounted }: Props) {
  const { data } = useLoaded(
    "invoice totals",
    filter,
    (api, signal) => api.invoices.sum.query(filter, { signal }),
    { keepsPrevious: true },
  );
  if (!data || data.count === 0) return null;
  const scope = scopeOf(data, isCounted);
  return (
    <section aria-label="Totals" className="border-t bg-subtle/50 px-4 py-2.5 text-[0.8125rem]">
      {scope && <p className="text-xs text-muted">{scope}</p>}
      {data.by_currency.map((sums) => (
        <dl key={sums.currency} aria-label={sums.currency} className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
          {figuresOf(sums).map(([name, amount]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium tabular-nums">{formatMoney(amount, sums.currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}

/** "9 invoices, of them 1 void, 2 drafts and 3 of customers on test clocks, not in the sums."; how many they are only where asked for. */
function scopeOf(
  { count, drafts, void: gone, on_test_clocks: onClocks }: Counts,
  isCounted: boolean,
): string {
  const without = [
    ...(gone > 0 ? [`${formatCount(gone)} void`] : []),
    ...(drafts > 0 ? [countOf(drafts, "draft")] : []),
    ...(onClocks > 0 ? [`${formatCount(onClocks)} of customers on test clocks`] : []),
  ];
  const all = countOf(count, "invoice");
  if (without.length === 0) return isCounted ? `${all}.` : "";
  return isCounted
    ? `${all}, of them ${formatList(without)}, not in the sums.`
    : `Not in the sums: ${formatList(without)}.`;
}
