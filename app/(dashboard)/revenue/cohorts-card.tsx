"use client";

import { useState } from "react";
import { Card } from "../../_components/ui/card.tsx";
import { Select } from "../../_components/ui/select.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney, formatShare } from "../../_lib/format.ts";
import { formatMonth } from "./months.ts";

type Cohort = Awaited<ReturnType<Api["revenue"]["cohorts"]["query"]>>["data"][number]["cohorts"][number];

/** Customers by the month in which they first paid, and what is left of them in each month after. */
export function CohortsCard({ cohorts, currency }: { cohorts: Cohort[]; currency: string }) {
  const [shown, setShown] = useState<"customers" | "mrr">("customers");
  const columns = Math.max(0, ...cohorts.map(({ kept }) => kept.length));
  return (
    <Card aria-label="Cohorts" className="min-w-0 lg:col-span-2">
      <div className="flex flex-wrap items-start justify-between gap-3 px-4 pt-3.5 pb-2">
        <div>
          <h2 className="text-[0.8125rem] font-medium text-muted">Cohorts</h2>
          <p className="text-xs text-muted">
            By the month of the first payment: what is left at the end of it, and of each month after
          </p>
        </div>
        <div className="w-52">
          <Select
            aria-label="Shown of each cohort"
            value={shown}
            onChange={(event) => setShown(event.target.value === "mrr" ? "mrr" : "customers")}
            className="h-8 text-[0.8125rem]"
          >
            <option value="customers">Subscribers who pay</option>
            <option value="mrr">Recurring revenue</option>
          </Select>
        </div>
      </div>
      {cohorts.length === 0 ? (
        <p className="px-4 pt-6 pb-10 text-center text-[0.8125rem] text-muted">
          No customer paid for the first time in this range
        </p>
      ) : (
        <section
          aria-label="Cohorts by month"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
          tabIndex={0}
          className="scroll-hint overflow-x-auto pb-2"
        >
          <Table aria-label="Cohorts" className="first-column-stays">
            <thead>
              <TableRow>
                <ColumnHead>First paid</ColumnHead>
                <ColumnHead className="text-right">Started</ColumnHead>
                {Array.from({ length: columns }, (_, later) => (
                  <ColumnHead key={String(later)} className="text-right">
                    {later === 0 ? "Same month" : `+${later}`}
                  </ColumnHead>
                ))}
              </TableRow>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <TableRow key={cohort.month}>
                  <TableCell className="h-9 py-1 text-[0.8125rem] whitespace-nowrap">
                    {formatMonth(cohort.month)}
                  </TableCell>
                  <TableCell className="h-9 py-1 text-right text-[0.8125rem] tabular-nums">
                    {formatCount(cohort.started)}
                  </TableCell>
                  {Array.from({ length: columns }, (_, later) => (
                    <Kept
                      key={String(later)}
                      cohort={cohort}
                      later={later}
                      shown={shown}
                      currency={currency}
                    />
                  ))}
                </TableRow>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </Card>
  );
}

interface KeptProps {
  cohort: Cohort;
  /** Months after the first. */
  later: number;
  shown: "customers" | "mrr";
  currency: string;
}

/** What is left in a month, and its share of the beginning. */
function Kept({ cohort, later, shown, currency }: KeptProps) {
  const at = cohort.kept[later];
  const whole = shown === "mrr" ? (cohort.kept[0]?.mrr ?? 0) : cohort.started;
  const share = at && whole > 0 ? at[shown] / whole : null;
  return (
    <TableCell className="h-9 py-1 text-right text-[0.8125rem] whitespace-nowrap tabular-nums">
      {at && (
        <>
          {shown === "mrr" ? formatMoney(at.mrr, currency, true) : formatCount(at.customers)}{" "}
          <span className="text-xs text-muted">{formatShare(share)}</span>
        </>
      )}
    </TableCell>
  );
}
