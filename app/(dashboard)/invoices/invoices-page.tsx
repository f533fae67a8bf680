"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PageHeader } from "../../_components/page-header.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../_components/ui/tabs.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { heldCountQuery, leftCreditQuery, openNoticesQuery } from "../../_lib/queries.ts";
import { AccountantFiles } from "./accountant-files.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import { NewInvoice } from "./new-invoice.tsx";

const OpenNotices = dynamic(() => import("./open-notices.tsx").then((part) => part.OpenNotices));
const LeftCredits = dynamic(() => import("../_charges/left-credit.tsx").then((part) => part.LeftCredits));
const HeldCharges = dynamic(() => import("../_charges/held-charges.tsx").then((part) => part.HeldCharges));

/** All invoices: from the card provider and from Usher; what was on voided ones and needs a decision, and credit that ended subscriptions left. */
export function InvoicesPage() {
  const [tab, setTab] = useQueryState("tab", parseAsString.withDefault("all"));
  const { api, tenant } = useDashboard();
  const { data } = useQuery(heldCountQuery(api, tenant.tenantId));
  const { data: notices } = useQuery(openNoticesQuery(api, tenant.tenantId));
  const { data: credits } = useQuery(leftCreditQuery(api, tenant.tenantId));
  const waiting = (data?.held ?? 0) + (notices?.data.length ?? 0) + (credits?.total ?? 0);
  return (
    <>
      <PageHeader
        title="Invoices"
        description="Invoices of the card provider, and your own invoices, which you mark as paid when the transfer arrives."
        actions={
          <>
            <AccountantFiles />
            <NewInvoice />
          </>
        }
      />
      <Tabs value={tab} onValueChange={(value) => void setTab(value)}>
        <TabsList aria-label="Invoices and decisions">
          <TabsTrigger value="all">All invoices</TabsTrigger>
          <TabsTrigger value="decisions">
            Needs a decision
            {waiting > 0 && (
              <Badge tone="caution" className="ml-1.5">
                {waiting}
              </Badge>
            )}
          </TabsTrigger>
        </TabsList>
        <TabsContent value="all">
          <InvoicesTable />
        </TabsContent>
        <TabsContent value="decisions">
          <OpenNotices />
          <LeftCredits />
          <HeldCharges />
        </TabsContent>
      </Tabs>
    </>
  );
}
