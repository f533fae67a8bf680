"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../_components/ui/tabs.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { Timeline } from "../../_timeline/timeline.tsx";
import { InvoiceOfAddress } from "../../invoices/invoice-of-address.tsx";
import Loading from "../../loading.tsx";
import { BalancePart } from "./_parts/balance-part.tsx";
import { CardPart } from "./_parts/card-part.tsx";
import { CustomerActions } from "./_parts/customer-actions.tsx";
import { CustomerFacts, useOverdue } from "./_parts/customer-facts.tsx";
import { CustomerIds, DetailsCard } from "./_parts/details-card.tsx";
import { EntitlementsPart } from "./_parts/entitlements-part.tsx";
import { SubscriptionsPart } from "./_parts/subscriptions-part.tsx";
import { isLive, type Subscription, useSubscriptions } from "./_parts/use-subscriptions.ts";

const InvoicesTable = dynamic(() =>
  import("../../invoices/invoices-table.tsx").then((part) => part.InvoicesTable),
);
const ChargesPart = dynamic(() => import("./_parts/charges-part.tsx").then((part) => part.ChargesPart));
const LedgerPart = dynamic(() => import("./_parts/ledger-part.tsx").then((part) => part.LedgerPart));
const NotesPart = dynamic(() => import("./_parts/notes-part.tsx").then((part) => part.NotesPart));
const OverridesPart = dynamic(() => import("./_parts/overrides-part.tsx").then((part) => part.OverridesPart));
const ErasureNotice = dynamic(() => import("./_parts/erasure-notice.tsx").then((part) => part.ErasureNotice));

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

const PLACE = { tab: parseAsString.withDefault("overview"), state: parseAsString };

/** Everything about one customer. */
export function CustomerPage({ id }: { id: string }) {
  const [{ tab }, setPlace] = useQueryStates(PLACE);
  const mayChange = useMay("ADMIN");
  const {
    data: customer,
    error,
    refetch,
  } = useLoaded("customer", id, (api, signal) => api.customers.get.query({ id }, { signal }));
  if (error && !customer)
    return (
      <>
        <PageHeader title="Customer" back={{ href: "/customers", label: "Customers" }} />
        <LoadFailure
          what="The customer"
          error={error}
          onRetry={() => void refetch()}
          list={{ href: "/customers", label: "All customers" }}
        />
      </>
    );
  if (!customer) return <Loading />;
  const { name, email, external_id: externalId } = customer;
  return (
    <>
      <PageHeader
        back={{ href: "/customers", label: "Customers" }}
        title={name ?? email ?? externalId}
        description={name && email ? email : undefined}
        badges={<CustomerState customer={customer} />}
        actions={<CustomerActions customer={customer} />}
      />
      {mayChange && <ErasureNotice customer={customer} onErased={() => void refetch()} />}
      <CustomerFacts customerId={customer.id} />
      <Tabs value={tab} onValueChange={(value) => void setPlace({ tab: value })}>
        <TabsList aria-label="Parts of the customer">
          <TabsTrigger value="overview">Overview</TabsTrigger>
          <TabsTrigger value="invoices">Invoices</TabsTrigger>
          <TabsTrigger value="charges">Amounts</TabsTrigger>
          <TabsTrigger value="ledger">Usage</TabsTrigger>
          <TabsTrigger value="overrides">Overrides</TabsTrigger>
          <TabsTrigger value="notes">Notes</TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <div className="grid items-start gap-4 max-lg:in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="in-order min-w-0 space-y-4">
              <SubscriptionsPart customerId={customer.id} />
              <BalancePart
                customerId={customer.id}
                showCharges={(state) => void setPlace({ tab: "charges", state }, { history: "push" })}
              />
              <Timeline of={{ customer: customer.id }} />
              <EntitlementsPart customerId={customer.id} />
            </div>
            <div className="space-y-4">
              <DetailsCard customer={customer} />
              {!customer.erased_at && <CardPart customerId={customer.id} />}
              <CustomerIds customer={customer} />
            </div>
          </div>
        </TabsContent>
        <TabsContent value="invoices">
          <InvoicesTable customer={customer.id} />
        </TabsContent>
        <TabsContent value="charges">
          <ChargesPart customerId={customer.id} />
        </TabsContent>
        <TabsContent value="ledger">
          <LedgerPart customerId={customer.id} />
        </TabsContent>
        <TabsContent value="overrides">
          <OverridesPart customerId={customer.id} />
        </TabsContent>
        <TabsContent value="notes">
          <NotesPart customerId={customer.id} />
        </TabsContent>
      </Tabs>
      {/* The list of invoices shows the one of the address itself. */}
      {tab !== "invoices" && <InvoiceOfAddress />}
    </>
  );
}

/** How it stands with the customer: what is overdue before what their subscriptions say, the worst of them first. */
function CustomerState({ customer: { id, erased_at: erased, test_clock: clock } }: { customer: Customer }) {
  const { data: late } = useOverdue(id);
  const { data: subscriptions } = useSubscriptions(id);
  const status = subscriptions && worstOf(subscriptions.data.filter(isLive));
  return (
    <>
      {erased ? (
        <Badge tone="negative">Erased</Badge>
      ) : late && late.count > 0 ? (
        <Badge tone="negative">Overdue</Badge>
      ) : status ? (
        <StatusBadge status={status} />
      ) : (
        status === null && <Badge>No subscription</Badge>
      )}
      {clock && <Badge tone="caution">On a test clock</Badge>}
    </>
  );
}

const WORST_FIRST = ["UNPAID", "PAST_DUE", "PAUSED", "TRIALING", "ACTIVE"];

/** null: there is none. */
function worstOf(live: Subscription[]): string | null {
  return WORST_FIRST.find((status) => live.some((one) => one.status === status)) ?? null;
}
