"use client";

import { RefreshCw } from "lucide-react";
import type { Route } from "next";
import { toMajor } from "../../../server/platform/currency.ts";
import { BY_CARD, BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { COLLECTED } from "../../../server/platform/schema/words.ts";
import { CustomerLines } from "../../_components/customer-lines.tsx";
import { Empty } from "../../_components/empty.tsx";
import { FirstSaleAction } from "../../_components/first-sale-action.tsx";
import { Day } from "../../_components/moment.tsx";
import { Nothing } from "../../_components/nothing.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge, statusLabel } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import {
  type Filter,
  listInput,
  narrowing,
  SUBSCRIPTION_STATUSES,
  statusFilter,
} from "../../_components/table/list.ts";
import { RowCount } from "../../_components/table/row-count.tsx";
import { StatusViews } from "../../_components/table/status-views.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatInterval, formatMoney } from "../../_lib/format.ts";
import { useCatalog } from "../../_lib/use-catalog.ts";
import { NewSubscription } from "./new-subscription.tsx";

type Input = Parameters<Api["subscriptions"]["browse"]["query"]>[0];
type CountInput = Parameters<Api["subscriptions"]["count"]["query"]>[0];
type Row = Awaited<ReturnType<Api["subscriptions"]["browse"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "customer",
    header: "Customer",
    cell: ({ customer }) => <CustomerLines customer={customer} isShort />,
  },
  {
    id: "plan",
    header: "Plan",
    from: "md",
    onCard: true,
    isPlain: true,
    className: "max-sm:min-w-0 max-sm:flex-1 max-sm:basis-20",
    cell: ({ product, plan, pack_version: version }) => (
      <span className="flex min-w-0 items-baseline gap-x-2 sm:max-w-60">
        <span className="truncate sm:shrink-0">{plan.name}</span>
        <span className="min-w-0 truncate text-xs text-muted max-sm:hidden">
          {product.name}
          {version !== null && ` · version ${version}`}
        </span>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    isMark: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <StatusBadge status={row.status} />
        {row.canceled_at && !row.ended_at && <span className="text-xs text-muted">cancels</span>}
      </span>
    ),
  },
  {
    id: "amount",
    header: "Price",
    isAside: true,
    sort: "amount",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ plan_price: price, recurring_amount: amount }) => (
      <>
        {formatMoney(amount, price.currency)}
        <span className="text-muted"> / {formatInterval(price.interval)}</span>
      </>
    ),
  },
  {
    id: "period",
    header: "Period ends",
    sort: "current_period_end",
    align: "right",
    from: "lg",
    onCard: true,
    isPlain: true,
    className: "max-sm:[&_time>span+span]:hidden",
    cell: ({ current_period_end: iso, status }) =>
      iso ? <Day iso={iso} {...(status !== "CANCELED" && { relative: "behind" })} /> : <Nothing />,
  },
  {
    id: "created",
    header: "Created",
    sort: "created_at",
    align: "right",
    from: "sm",
    cell: ({ created_at: iso }) => <Day iso={iso} />,
  },
];

const STATUS: Filter = { ...statusFilter(SUBSCRIPTION_STATUSES), isInViews: true };

const PAYMENT: Filter = {
  name: "provider",
  label: "Payment",
  options: [
    { value: BY_CARD, label: COLLECTED[BY_CARD] },
    { value: BY_INVOICE, label: COLLECTED[BY_INVOICE] },
  ],
};

/** The tenant's subscriptions. */
export function SubscriptionsList() {
  const { plans } = useCatalog();
  const filters: Filter[] = [
    STATUS,
    {
      name: "plan_id",
      label: "Plan",
      options: plans.map(({ id, name }) => ({ value: id, label: name })),
    },
    PAYMENT,
  ];
  return (
    <>
      <PageHeader
        title="Subscriptions"
        description="Your customers' subscriptions, paid by card or by invoice."
        badges={
          <RowCount
            name="subscriptions"
            filters={filters}
            unit="subscription"
            input={(state) => narrowing(state) as CountInput}
            query={(api) => api.subscriptions.count}
          />
        }
        actions={<NewSubscription />}
      />
      <StatusViews label="Subscriptions by status" filter={STATUS} list="subscriptions" />
      <DataTable
        name="subscriptions"
        columns={COLUMNS}
        search="Customer or id"
        filters={filters}
        initialSort={{ sort: "created_at", order: "desc" }}
        query={(api) => api.subscriptions.browse}
        input={(state, page) => listInput(state, page) as Input}
        href={({ id }) => `/subscriptions/${id}` as Route}
        csv={(row) => ({
          id: row.id,
          customer: row.customer.external_id,
          email: row.customer.email,
          product: row.product.slug,
          plan: row.plan.slug,
          status: row.status,
          amount: toMajor(row.recurring_amount, row.plan_price.currency),
          currency: row.plan_price.currency,
          interval: row.plan_price.interval,
          current_period_end: row.current_period_end,
          created_at: row.created_at,
          customer_name: row.customer.name,
          status_name: statusLabel(row.status),
          collected: COLLECTED[row.provider],
        })}
        empty={
          <Empty Icon={RefreshCw} title="No subscriptions yet" action={<FirstSaleAction />}>
            Start one here or by the API, or send a customer to checkout.
          </Empty>
        }
      />
    </>
  );
}
