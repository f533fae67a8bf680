"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Nothing } from "../../_components/nothing.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { Button } from "../../_components/ui/button.tsx";
import { Progress } from "../../_components/ui/progress.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatMoney, formatQuantity, formatShare } from "../../_lib/format.ts";
import { limitTone } from "../../_lib/limit-tone.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["usage"]["browse"]["query"]>>["data"][number];

/** The columns of the list of usage counters of a state. What runs has billed nothing yet; of all, the state is shown too. */
export const columnsFor = (status: string): Column<Row>[] =>
  COLUMNS.filter(({ id }) => (id !== "status" || status === "ANY") && (id !== "billed" || status !== "OPEN"));

const COLUMNS: Column<Row>[] = [
  {
    id: "customer",
    header: "Customer",
    lines: 2,
    cell: ({ customer: { name, email, external_id: externalId }, feature_name: feature }) => (
      <>
        <span className="block truncate font-medium">{name ?? email ?? externalId}</span>
        <span className="block truncate text-xs text-muted sm:hidden">{feature}</span>
        <span className="block truncate text-xs text-muted max-sm:hidden">{externalId}</span>
      </>
    ),
  },
  {
    id: "feature",
    header: "Feature",
    from: "sm",
    cell: ({ feature_name: name, dimension }) => (
      <>
        <span className="block truncate">{name}</span>
        {dimension && <span className="block truncate text-xs text-muted">{dimension}</span>}
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
    from: "sm",
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
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "ends",
    header: "Ends",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ is_held: isHeld, period_end: iso }) =>
      isHeld ? <span className="text-muted">No period</span> : <Moment iso={iso} />,
  },
  {
    id: "set",
    header: "",
    align: "right",
    from: "sm",
    onCard: true,
    cell: (row) => <SetButton row={row} />,
  },
];

/** How much of what is included is used: a bar, and in words. */
function Share({ row }: { row: Row }) {
  const { used, included, overage_behavior: overage, customer, feature_name: feature } = row;
  if (included === null) return <span className="text-muted">Unlimited</span>;
  if (included === 0) return used > 0 ? <>All past the limit</> : <Nothing />;
  const share = used / included;
  return (
    <span className="flex items-center gap-2.5">
      <Progress
        label={`${feature} of ${customer.name ?? customer.external_id}`}
        value={used}
        max={included}
        tone={limitTone({ used, limit: included, overage })}
        className="w-24 max-sm:w-16"
      />
      <span className="tabular-nums">{formatShare(share)}</span>
    </span>
  );
}

function SetButton({ row }: { row: Row }) {
  if (!useMay("ADMIN") || row.status !== "OPEN") return null;
  const who = row.customer.name ?? row.customer.external_id;
  // A free plan's counter has no name of its own to set it by.
  const isAlone = row.is_held || row.subscription_id !== null;
  return (
    <span className="relative z-10">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Set ${row.feature_name} of ${who}`}>
            Set
          </Button>
        }
        title={`Set ${row.feature_name} of ${who}`}
        description={`Sets ${isAlone ? "the counter" : "what the customer has used under all plans together"} to this value. The usage ledger records the difference.`}
        schema={async () => (await import("../../../server/domain/billing/usage/schema.ts")).SetUsage}
        fields={[
          { name: "value", label: "Value", kind: "number", isRequired: true },
          {
            name: "reason",
            label: "Reason",
            kind: "textarea",
            hint: "Stored in the usage ledger and the audit log.",
          },
        ]}
        fixed={{
          customer: row.customer.id,
          feature_key: row.feature_key,
          ...(row.dimension && { dimension: row.dimension }),
          ...(!row.is_held && row.subscription_id && { subscription_id: row.subscription_id }),
        }}
        initial={isAlone ? { value: row.used } : {}}
        submit="Set usage"
        done="The usage was set."
        act={(api, input) => api.usage.set.mutate(input)}
      />
    </span>
  );
}
