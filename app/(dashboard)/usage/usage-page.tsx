"use client";

import { ChartColumn } from "lucide-react";
import type { Route } from "next";
import { parseAsString, useQueryStates } from "nuqs";
import { toMajor } from "../../../server/platform/currency.ts";
import { isCounted } from "../../../server/platform/units.ts";
import { Empty } from "../../_components/empty.tsx";
import { Link } from "../../_components/link.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { Segments } from "../../_components/segments.tsx";
import { statusLabel } from "../../_components/status-badge.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import { listInput, type PageInput } from "../../_components/table/list.ts";
import type { ListState } from "../../_components/table/list-state.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { UsageChart } from "./usage-chart.tsx";
import { columnsFor } from "./usage-columns.tsx";

type Input = Parameters<Api["usage"]["browse"]["query"]>[0];

/** Counters by the state of their period, as the address says it; what runs is what one can still act on. */
const VIEWS = [
  { value: "OPEN", label: "This period" },
  { value: "PAST", label: "Past the limit" },
  { value: "CLOSED", label: "Ended" },
  { value: "BILLED", label: "Billed" },
  { value: "ANY", label: "All" },
];

/** What an empty view says first. */
const TITLES: Record<string, string> = {
  OPEN: "No usage yet",
  ANY: "No usage yet",
  PAST: "Nobody is past a limit",
};

/** What the address says: the view, and the list's page (useListState). */
const PLACE = { status: parseAsString.withDefault("OPEN"), "counters-page": parseAsString };

/** Usage over time, and the list of counters. */
export function UsagePage() {
  const [{ status }, setPlace] = useQueryStates(PLACE);
  const { data: all } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const features = (all?.data ?? [])
    .filter(({ type }) => isCounted(type))
    .toSorted((a, b) => a.position - b.position);
  return (
    <>
      <PageHeader title="Usage" description="How much customers use of what their plans include." />
      <div className="space-y-6">
        {/* Reserves the space until the features are loaded, so that the table below does not move. */}
        {(features.length > 0 || !all) && <UsageChart features={features} />}
        <section aria-label="By customer" className="space-y-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-sm font-semibold">By customer</h2>
            <div className="scroll-hint max-w-full overflow-x-auto">
              <Segments
                legend="Periods"
                options={VIEWS}
                value={status}
                onChange={(value) => void setPlace({ status: value, "counters-page": null })}
              />
            </div>
          </div>
          <Legend />
          <Counters status={status} features={features} />
        </section>
      </div>
    </>
  );
}

/** What the colours of the bars mean (limitTone). */
function Legend() {
  return (
    <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {LEGEND.map(({ ground, meaning }) => (
        <li key={meaning} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 rounded-full ${ground}`} />
          {meaning}
        </li>
      ))}
    </ul>
  );
}

const LEGEND = [
  { ground: "bg-bar-notice", meaning: "Within the limit" },
  { ground: "bg-bar-caution", meaning: "Past the limit" },
  { ground: "bg-bar-negative", meaning: "Blocked" },
];

/** The address may name a status that does not exist: the server refuses it. */
function inputOf(state: ListState, page: PageInput, status: string): Input {
  const { status: _, ...input } = listInput(state, page) as Input;
  if (status === "PAST") return { ...input, status: "OPEN", is_past_limit: true } as Input;
  return { ...input, ...(status !== "ANY" && { status }) } as Input;
}

/** The counters of a view: those that run by how much of the limit is used, others the newest first. */
function Counters({ status, features }: { status: string; features: { key: string; name: string }[] }) {
  const mayChange = useMay("ADMIN");
  const isRunning = status === "OPEN" || status === "PAST";
  return (
    <DataTable
      name="counters"
      columns={columnsFor(status)}
      search="Customer"
      filters={[
        {
          name: "feature_key",
          label: "Feature",
          options: features.map(({ key, name }) => ({ value: key, label: name })),
        },
        { name: "status", label: "Period", options: [], isInViews: true },
      ]}
      initialSort={{ sort: isRunning ? "share" : "created_at", order: "desc" }}
      query={(api) => api.usage.browse}
      input={(state, page) => inputOf(state, page, status)}
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
        customer_name: row.customer.name,
        customer_email: row.customer.email,
        feature_name: row.feature_name,
        status_name: statusLabel(row.status),
      })}
      empty={
        <Empty
          Icon={ChartColumn}
          title={TITLES[status] ?? "No such periods yet"}
          action={
            mayChange &&
            status !== "PAST" && (
              <Button asChild variant="secondary">
                <Link href="/applications">Make a key for your back end</Link>
              </Button>
            )
          }
        >
          {status === "PAST"
            ? "Customers who use more than their plan includes appear here."
            : "Once your back end reports what customers use, it appears here."}
        </Empty>
      }
    />
  );
}
