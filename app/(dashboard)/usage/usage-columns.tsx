"use client";

import dynamic from "next/dynamic";
import { Moment } from "../../_components/moment.tsx";
import { Nothing } from "../../_components/nothing.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { RowName } from "../../_components/table/row-name.tsx";
import { UsageBar } from "../../_components/usage-bar.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney, formatQuantity, formatShare } from "../../_lib/format.ts";

const CorrectUsage = dynamic(() => import("./correct-usage.tsx"), { ssr: false });

type Row = Awaited<ReturnType<Api["usage"]["browse"]["query"]>>["data"][number];

/** The columns of the list of usage counters of a state. What runs has billed nothing yet; of all, the state is shown too. */
export const columnsFor = (status: string): Column<Row>[] =>
  COLUMNS.filter(
    ({ id }) =>
      (id !== "status" || status === "ANY") && (id !== "billed" || (status !== "OPEN" && status !== "PAST")),
  );

const COLUMNS: Column<Row>[] = [
  {
    id: "customer",
    header: "Customer",
    cell: ({ customer: { name, email, external_id: externalId }, feature_name: feature }) => (
      <RowName
        isInline
        name={name ?? email ?? externalId}
        also={
          <>
            <span className="sm:hidden">{feature}</span>
            {(name ?? email) && <span className="max-sm:hidden">{externalId}</span>}
          </>
        }
      />
    ),
  },
  {
    id: "feature",
    header: "Feature",
    from: "sm",
    cell: ({ feature_name: name, dimension }) => (
      <>
        {name}
        {dimension && <span className="ml-2 text-xs text-muted">{dimension}</span>}
      </>
    ),
  },
  {
    id: "value",
    header: "Used",
    isAside: true,
    sort: "value",
    align: "right",
    cell: ({ used, included }) => (
      <>
        <span className="font-medium">{formatQuantity(used)}</span>
        {included !== null && <span className="text-muted"> / {formatCount(included)}</span>}
      </>
    ),
  },
  {
    id: "share",
    header: "Share of limit",
    sort: "share",
    onCard: true,
    isPlain: true,
    from: "sm",
    className: "max-sm:flex-1",
    cell: (row) => <Share row={row} />,
  },
  {
    id: "billed",
    header: "Overage billed",
    align: "right",
    from: "lg",
    cell: ({ billed_amount: amount, currency }) =>
      amount > 0 && currency ? formatMoney(amount, currency) : <Nothing />,
  },
  {
    id: "status",
    header: "Period",
    from: "sm",
    onCard: true,
    isMark: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "ends",
    header: "Period ends",
    align: "right",
    from: "md",
    cell: ({ is_held: isHeld, period_end: iso }) =>
      isHeld ? <span className="text-muted">Does not reset</span> : <Moment iso={iso} />,
  },
  {
    id: "set",
    header: "",
    align: "right",
    from: "sm",
    onCard: true,
    isMark: true,
    cell: (row) => <CorrectUsage row={row} />,
  },
];

/** How much of what is included is used: a bar, and in words. */
function Share({ row }: { row: Row }) {
  const { used, included, overage_behavior: overage, is_held: isHeld, customer, feature_name: feature } = row;
  if (included === null) return <span className="text-muted">Unlimited</span>;
  if (included === 0) return used > 0 ? <>All past the limit</> : <Nothing />;
  const share = used / included;
  return (
    <span className="flex items-center gap-2.5 max-sm:w-full">
      <UsageBar
        label={`${feature} of ${customer.name ?? customer.external_id}`}
        {...{ used, overage, isHeld }}
        limit={included}
        className="w-24 max-sm:w-auto max-sm:flex-1"
      />
      <span className="tabular-nums">{formatShare(share)}</span>
    </span>
  );
}
