"use client";

import { ChartColumn } from "lucide-react";
import type { Route } from "next";
import { toMajor } from "../../../server/platform/currency.ts";
import { Empty } from "../../_components/empty.tsx";
import { Link } from "../../_components/link.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { statusLabel } from "../../_components/status-badge.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import { listInput, statusFilter } from "../../_components/table/list.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { UsageChart } from "./usage-chart.tsx";
import { COLUMNS } from "./usage-columns.tsx";

type Input = Parameters<Api["usage"]["browse"]["query"]>[0];

/** Usage over time, and the list of counters. */
export function UsagePage() {
  const mayChange = useMay("ADMIN");
  const { data: all } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const features = (all?.data ?? [])
    .filter(({ type }) => type === "METERED" || type === "ALLOCATED")
    .toSorted((a, b) => a.position - b.position);
  return (
    <>
      <PageHeader title="Usage" description="What your customers have used, counted in the usage ledger." />
      <div className="space-y-4">
        {/* Reserves the space until the features are loaded, so that the table below does not move. */}
        {(features.length > 0 || !all) && <UsageChart features={features} />}
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
          query={(api) => api.usage.browse}
          input={(state, page) => listInput(state, page) as Input}
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
              title="No usage yet"
              action={
                mayChange && (
                  <Button asChild variant="secondary">
                    <Link href="/applications">Make a key for your back end</Link>
                  </Button>
                )
              }
            >
              Once your back end reports what a customer uses, the counters appear here.
            </Empty>
          }
        />
      </div>
    </>
  );
}
