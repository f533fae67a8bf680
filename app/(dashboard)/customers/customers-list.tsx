"use client";

import { Users } from "lucide-react";
import type { Route } from "next";
import { CopyButton } from "../../_components/copy-button.tsx";
import { CustomerLines } from "../../_components/customer-lines.tsx";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { listInput, narrowing, SUBSCRIPTION_STATUSES, statusFilter } from "../../_components/table/list.ts";
import { RowCount } from "../../_components/table/row-count.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay } from "../../_lib/format.ts";
import { NewCustomer } from "./new-customer.tsx";

type Input = Parameters<Api["customers"]["list"]["query"]>[0];
type CountInput = Parameters<Api["customers"]["count"]["query"]>[0];
type Row = Awaited<ReturnType<Api["customers"]["list"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    header: "Customer",
    sort: "email",
    lines: 2,
    cell: (customer) => <CustomerLines customer={customer} />,
  },
  {
    id: "subscription",
    header: "Subscription",
    isAside: true,
    cell: ({ subscriptions: [first, ...more] }) =>
      first ? (
        <span className="flex min-w-0 items-center gap-2 max-sm:flex-col max-sm:items-end max-sm:gap-0.5">
          {first.cancels_at ? (
            <Badge tone="caution">Cancels on {formatDay(first.cancels_at)}</Badge>
          ) : (
            <StatusBadge status={first.status} />
          )}
          <span className="max-w-full truncate text-muted max-sm:text-xs">
            {first.plan_name}
            {more.length > 0 && ` +${more.length}`}
          </span>
        </span>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  {
    id: "external_id",
    header: "Your id",
    sort: "external_id",
    from: "md",
    cell: ({ external_id: externalId }) => (
      <span className="relative z-10">
        <CopyButton value={externalId} className="max-w-44" />
      </span>
    ),
  },
  {
    id: "created",
    header: "Created",
    sort: "created_at",
    align: "right",
    from: "sm",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

const { name, label, options } = statusFilter(SUBSCRIPTION_STATUSES, "Subscription");
const FILTERS = [{ name, label, options: [...options, { value: "NONE", label: "None" }] }];

/** The tenant's customers. */
export function CustomersList() {
  return (
    <>
      <PageHeader
        title="Customers"
        description="Who buys from you and what they can use."
        badges={
          <RowCount
            name="customers"
            filters={FILTERS}
            unit="customer"
            input={(state) => narrowing(state) as CountInput}
            query={(api) => api.customers.count}
          />
        }
        actions={<NewCustomer />}
      />
      <DataTable
        name="customers"
        columns={COLUMNS}
        search="Name, e-mail or id"
        filters={FILTERS}
        initialSort={{ sort: "created_at", order: "desc" }}
        query={(api) => api.customers.list}
        input={(state, page) => listInput(state, page) as Input}
        href={({ id }) => `/customers/${id}` as Route}
        csv={(row) => ({
          id: row.id,
          external_id: row.external_id,
          name: row.name,
          email: row.email,
          subscriptions: row.subscriptions
            .map(({ plan_name, status }) => `${plan_name}: ${status}`)
            .join("; "),
          created_at: row.created_at,
        })}
        empty={
          <Empty Icon={Users} title="No customers yet">
            A customer is created by “New customer”, by a new subscription, or when your back end first
            reports usage.
          </Empty>
        }
      />
    </>
  );
}
