"use client";

import { FileText } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { toMajor } from "../../../server/platform/currency.ts";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { type Column, DataTable } from "../../_components/table/data-table.tsx";
import { listInput, statusFilter } from "../../_components/table/list.ts";
import { Badge } from "../../_components/ui/badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { creditUsed } from "../../_lib/credit.ts";
import { formatMoney } from "../../_lib/format.ts";

const InvoiceDialog = dynamic(() => import("./invoice-dialog.tsx").then((part) => part.InvoiceDialog), {
  ssr: false,
});

type Input = Parameters<Api["invoices"]["browse"]["query"]>[0];
type Row = Awaited<ReturnType<Api["invoices"]["browse"]["query"]>>["data"][number];

/** Why an invoice came, as people say it. */
const REASONS: Record<string, string> = {
  subscription_create: "First",
  subscription_cycle: "Renewal",
  subscription_update: "Change of plan",
  final: "Final",
};

export const reasonLabel = (reason: string): string => REASONS[reason] ?? reason.replaceAll("_", " ");

const AMOUNTS = ["subtotal", "tax", "total", "amount_due", "amount_paid", "amount_remaining"] as const;

/** An invoice's amounts as its CSV has them: major units, beside the currency. */
const inMajorUnits = (row: Row): Record<string, string> =>
  Object.fromEntries(AMOUNTS.map((name) => [name, toMajor(row[name], row.currency)]));

/** Invoices of everybody, or of one subscription or customer. */
export function InvoicesTable({ subscription, customer }: { subscription?: string; customer?: string }) {
  const [chosen, setChosen] = useQueryState("invoice", parseAsString);
  const isOfAll = subscription === undefined && customer === undefined;
  const columns: Column<Row>[] = [
    {
      id: "number",
      header: "Invoice",
      cell: ({ id, number, reason, customer: { name, email, external_id: externalId } }) => (
        <button
          type="button"
          onClick={() => void setChosen(id)}
          className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
        >
          <span className="block truncate font-medium">{number ?? "Draft"}</span>
          {isOfAll && (
            <span className="block truncate text-xs text-muted sm:hidden">{name ?? email ?? externalId}</span>
          )}
          <span className={cn("block truncate text-xs text-muted", isOfAll && "max-sm:hidden")}>
            {reasonLabel(reason)}
          </span>
        </button>
      ),
    },
    ...(isOfAll
      ? [
          {
            id: "customer",
            header: "Customer",
            className: "max-sm:hidden",
            cell: ({ customer: { name, email, external_id: externalId } }: Row) => (
              <span className="block truncate">{name ?? email ?? externalId}</span>
            ),
          },
        ]
      : []),
    {
      id: "status",
      header: "Status",
      cell: ({ status, is_overdue: isOverdue }) => (
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={status} />
          {isOverdue && <Badge tone="negative">Overdue</Badge>}
        </span>
      ),
    },
    {
      id: "provider",
      header: "Collected",
      className: "max-md:hidden text-muted",
      cell: ({ provider }) => (provider === "PROVIDER_A" ? "by card" : "by transfer"),
    },
    {
      id: "total",
      header: "Total",
      align: "right",
      cell: (row) => (
        <>
          {formatMoney(row.total, row.currency)}
          {creditUsed(row) > 0 && (
            <span className="block text-xs text-muted">
              {formatMoney(-creditUsed(row), row.currency)} credit
            </span>
          )}
          {row.total < 0 && <span className="block text-xs text-muted">kept as credit</span>}
        </>
      ),
    },
    {
      id: "due",
      header: "Due",
      sort: "due_at",
      align: "right",
      className: "max-md:hidden",
      cell: ({ due_at: iso }) => (iso ? <Moment iso={iso} /> : "–"),
    },
    {
      id: "created",
      header: "Created",
      sort: "created_at",
      align: "right",
      className: "max-sm:hidden",
      cell: ({ created_at: iso }) => <Moment iso={iso} />,
    },
  ];
  return (
    <>
      <DataTable
        name="invoices"
        columns={columns}
        {...(isOfAll && { search: "Number or customer" })}
        initialSort={{ sort: "created_at", order: "desc" }}
        filters={[
          statusFilter(["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"]),
          {
            name: "provider",
            label: "Collected",
            options: [
              { value: "PROVIDER_A", label: "By card" },
              { value: "PROVIDER_B", label: "By transfer" },
            ],
          },
          { name: "overdue", label: "Due date", options: [{ value: "true", label: "Overdue" }] },
        ]}
        load={(api, { filters: { overdue, ...filters }, ...state }, page, signal) =>
          api.invoices.browse.query(
            {
              ...listInput({ ...state, filters }, page),
              ...(subscription && { subscription_id: subscription }),
              ...(customer && { customer }),
              ...(overdue === "true" && { is_overdue: true }),
            } as Input,
            { signal },
          )
        }
        csv={({ customer, ...row }) => ({
          ...row,
          ...inMajorUnits({ customer, ...row }),
          customer: customer.external_id,
        })}
        empty={
          <Empty Icon={FileText} title="No invoice yet">
            The first invoice appears with the first paid subscription.
          </Empty>
        }
      />
      {chosen && <InvoiceDialog id={chosen} close={() => void setChosen(null)} />}
    </>
  );
}
