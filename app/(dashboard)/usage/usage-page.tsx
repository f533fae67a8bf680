"use client";

import { ChartColumn } from "lucide-react";
import type { Route } from "next";
import { parseAsString, useQueryStates } from "nuqs";
import { toMajor } from "../../../server/platform/currency.ts";
import { ChartCard } from "../../_components/chart/chart-card.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { type Column, DataTable } from "../../_components/table/data-table.tsx";
import { listInput, statusFilter } from "../../_components/table/list.ts";
import { Button } from "../../_components/ui/button.tsx";
import { Select } from "../../_components/ui/select.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount, formatQuantity, formatShortDay } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { toMoments, useRange } from "../_home/range.ts";
import { RangeSelect } from "../_home/range-select.tsx";

type Input = Parameters<Api["usage"]["browse"]["query"]>[0];
type Row = Awaited<ReturnType<Api["usage"]["browse"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "customer",
    header: "Customer",
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
    className: "max-sm:hidden",
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
    sort: "value",
    align: "right",
    cell: ({ value, included }) => (
      <>
        <span className="font-medium">{formatQuantity(value)}</span>
        {included !== null && <span className="text-muted"> / {formatCount(included)}</span>}
      </>
    ),
  },
  {
    id: "status",
    header: "Period",
    className: "max-sm:hidden",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "ends",
    header: "Ends",
    align: "right",
    className: "max-md:hidden",
    cell: ({ is_held: isHeld, period_end: iso }) =>
      isHeld ? <span className="text-muted">Held</span> : <Moment iso={iso} />,
  },
  {
    id: "set",
    header: "",
    align: "right",
    className: "max-sm:hidden",
    cell: (row) => <SetButton row={row} />,
  },
];

function SetButton({ row }: { row: Row }) {
  if (!useMay("ADMIN") || row.status !== "OPEN") return null;
  const who = row.customer.name ?? row.customer.external_id;
  return (
    <span className="relative z-10">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Set ${row.feature_name} of ${who}`}>
            Set
          </Button>
        }
        title={`Set ${row.feature_name} of ${who}`}
        description="Sets the counter to this value. The usage ledger records the difference."
        schema={async () => (await import("../../../server/domain/billing/entitlements/schema.ts")).SetUsage}
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
        }}
        initial={{ value: row.value }}
        submit="Set usage"
        done="The usage was set."
        act={(api, input) => api.usage.set.mutate(input)}
      />
    </span>
  );
}

/** What is used: over time, and counter by counter. */
export function UsagePage() {
  const [range, setRange] = useRange("30d");
  const [{ chart, by }, setChart] = useQueryStates({
    chart: parseAsString.withDefault(""),
    by: parseAsString.withDefault("none"),
  });
  const { data: all } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const features = (all?.data ?? [])
    .filter(({ type }) => type === "METERED" || type === "ALLOCATED")
    .toSorted((a, b) => a.position - b.position);
  const feature = features.find(({ key }) => key === chart) ?? features[0];
  const group = by === "customer" || by === "dimension" ? by : "none";
  const { data } = useLoaded(
    "usage series",
    [feature?.key, range, group],
    (api, signal) =>
      api.analytics.usage.query(
        { ...toMoments(range), feature_key: feature?.key ?? "", by: group },
        { signal },
      ),
    { isWanted: feature !== undefined, keepsPrevious: true },
  );
  return (
    <>
      <PageHeader title="Usage" description="What your customers have used, counted in the usage ledger." />
      <div className="space-y-4">
        {/* Its place is kept until the features are known, so that the table below stays where it is. */}
        {(feature || !all) && (
          <section aria-label="Usage over time" className="space-y-3">
            <div className="flex flex-wrap items-center gap-2">
              <RangeSelect value={range} onChange={(value) => void setRange(value)} />
              <div className="min-w-40 max-sm:flex-1">
                <Select
                  aria-label="Feature"
                  value={feature?.key ?? ""}
                  onChange={(event) => void setChart({ chart: event.target.value })}
                  className="h-8 text-[0.8125rem]"
                >
                  {features.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </Select>
              </div>
              <div className="min-w-40 max-sm:flex-1">
                <Select
                  aria-label="Split by"
                  value={group}
                  onChange={(event) => void setChart({ by: event.target.value })}
                  className="h-8 text-[0.8125rem]"
                >
                  <option value="none">Together</option>
                  <option value="customer">By customer</option>
                  <option value="dimension">By dimension</option>
                </Select>
              </div>
            </div>
            <ChartCard
              title={feature?.name ?? "Usage"}
              kind="bar"
              figure={data ? formatCount(data.total) : "–"}
              detail={`${feature?.unit_label ?? "unit"}s counted in the range`}
              points={(data?.buckets ?? []).map(({ from }) => formatShortDay(from))}
              series={(data?.groups ?? []).map(({ name, series }) => ({ name, values: series }))}
              format={formatCount}
            />
          </section>
        )}
        <DataTable
          name="counters"
          columns={COLUMNS}
          search="Customer"
          filters={[
            {
              name: "feature_key",
              label: "Feature",
              options: features.map(({ key, name }) => ({ value: key, label: name })),
            },
            statusFilter(["OPEN", "CLOSED", "BILLED"], "Period"),
          ]}
          initialSort={{ sort: "created_at", order: "desc" }}
          load={(api, state, page, signal) =>
            api.usage.browse.query(listInput(state, page) as Input, { signal })
          }
          href={({ customer }) => `/customers/${customer.id}?tab=ledger` as Route}
          csv={(row) => ({
            id: row.id,
            customer: row.customer.external_id,
            feature_key: row.feature_key,
            dimension: row.dimension,
            value: row.value,
            included: row.included,
            status: row.status,
            period_start: row.period_start,
            period_end: row.period_end,
            billed_amount: row.currency && toMajor(row.billed_amount, row.currency),
            currency: row.currency,
          })}
          empty={
            <Empty Icon={ChartColumn} title="No usage yet">
              Send POST /v1/billing/usage from your back end, and the counter appears here.
            </Empty>
          }
        />
      </div>
    </>
  );
}
