"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { PageHeader } from "../../_components/page-header.tsx";
import { RowCount } from "../../_components/table/row-count.tsx";
import { Views } from "../../_components/table/views.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { heldCountQuery, leftCreditQuery, openNoticesQuery, overdueQuery } from "../../_lib/queries.ts";
import { AccountantFiles } from "./accountant-files.tsx";
import { filterOf, invoiceFilters } from "./invoice-filter.ts";
import { InvoicesTable } from "./invoices-table.tsx";
import { NewInvoice } from "./new-invoice.tsx";

const OpenNotices = dynamic(() => import("./open-notices.tsx").then((part) => part.OpenNotices));
const LeftCredits = dynamic(() => import("../_charges/left-credit.tsx").then((part) => part.LeftCredits));
const HeldCharges = dynamic(() => import("../_charges/held-charges.tsx").then((part) => part.HeldCharges));

/** The views of the list, by the filters that each sets. */
const VIEWS = {
  all: { status: null, overdue: null },
  open: { status: "OPEN", overdue: null },
  overdue: { status: null, overdue: "true" },
  paid: { status: "PAID", overdue: null },
  draft: { status: "DRAFT", overdue: null },
  void: { status: "VOID", overdue: null },
  "written-off": { status: "UNCOLLECTIBLE", overdue: null },
} as const;

type View = keyof typeof VIEWS | "decisions";

/** What the address says: the tab, and the list's filters and page (useListState). */
const PLACE = {
  tab: parseAsString,
  status: parseAsString,
  overdue: parseAsString,
  "invoices-page": parseAsString,
};

const VIEW_OF_STATUS: Record<string, keyof typeof VIEWS> = {
  OPEN: "open",
  PAID: "paid",
  DRAFT: "draft",
  VOID: "void",
  UNCOLLECTIBLE: "written-off",
};

function viewOf({ tab, status, overdue }: Record<"tab" | "status" | "overdue", string | null>): View {
  if (tab === "decisions") return "decisions";
  if (overdue === "true") return "overdue";
  return VIEW_OF_STATUS[status ?? ""] ?? "all";
}

/** All invoices: from the card provider and from Usher; what was on voided ones and needs a decision, and credit that ended subscriptions left. */
export function InvoicesPage() {
  const [place, setPlace] = useQueryStates(PLACE);
  const view = viewOf(place);
  const { api, tenant } = useDashboard();
  const { data } = useQuery(heldCountQuery(api, tenant.tenantId));
  const { data: notices } = useQuery(openNoticesQuery(api, tenant.tenantId));
  const { data: credits } = useQuery(leftCreditQuery(api, tenant.tenantId));
  const { data: overdue } = useQuery(overdueQuery(api, tenant.tenantId));
  const waiting = (data?.held ?? 0) + (notices?.data.length ?? 0) + (credits?.total ?? 0);
  return (
    <>
      <PageHeader
        title="Invoices"
        description="Invoices of the card provider, and your own invoices, which you mark as paid when the transfer arrives."
        badges={
          view !== "decisions" && (
            <RowCount
              name="invoices"
              filters={invoiceFilters({ isOfAll: true })}
              unit="invoice"
              loadedAs="invoice totals"
              input={filterOf}
              query={(api) => api.invoices.sum}
            />
          )
        }
        actions={
          <>
            <AccountantFiles />
            <NewInvoice />
          </>
        }
      />
      <Views
        label="Invoices and decisions"
        value={view}
        onChoose={(chosen) =>
          void setPlace(
            chosen === "decisions" ? { tab: chosen } : { ...VIEWS[chosen], tab: null, "invoices-page": null },
          )
        }
        views={[
          { value: "all", label: "All" },
          { value: "open", label: "Open" },
          { value: "overdue", label: counted("Overdue", overdue?.count ?? 0, "negative") },
          { value: "paid", label: "Paid" },
          { value: "draft", label: "Drafts" },
          { value: "void", label: "Void" },
          { value: "written-off", label: "Written off" },
          { value: "decisions", label: counted("Needs a decision", waiting, "caution") },
        ]}
      />
      {view === "decisions" ? (
        <>
          <OpenNotices />
          <LeftCredits />
          <HeldCharges />
        </>
      ) : (
        <InvoicesTable />
      )}
    </>
  );
}

/** A view's name, and how many there are in it, where any. */
function counted(name: string, count: number, tone: "negative" | "caution"): ReactNode {
  if (count === 0) return name;
  return (
    <>
      {name}
      <Badge tone={tone} className="ml-1.5">
        {count}
      </Badge>
    </>
  );
}
