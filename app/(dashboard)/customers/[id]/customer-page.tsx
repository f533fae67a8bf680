"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../_components/ui/tabs.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { BalancePart } from "./_parts/balance-part.tsx";
import { CardPart } from "./_parts/card-part.tsx";
import { CustomerFacts } from "./_parts/customer-facts.tsx";
import { DetailsCard } from "./_parts/details-card.tsx";
import { EditCustomer } from "./_parts/edit-customer.tsx";
import { EntitlementsPart } from "./_parts/entitlements-part.tsx";
import { OpenPortal } from "./_parts/open-portal.tsx";
import { SubscriptionsPart } from "./_parts/subscriptions-part.tsx";

const InvoicesTable = dynamic(() =>
  import("../../invoices/invoices-table.tsx").then((part) => part.InvoicesTable),
);
const ChargesPart = dynamic(() => import("./_parts/charges-part.tsx").then((part) => part.ChargesPart));
const EventsPart = dynamic(() => import("./_parts/events-part.tsx").then((part) => part.EventsPart));
const LedgerPart = dynamic(() => import("./_parts/ledger-part.tsx").then((part) => part.LedgerPart));
const NotesPart = dynamic(() => import("./_parts/notes-part.tsx").then((part) => part.NotesPart));
const PrivacyPart = dynamic(() => import("./_parts/privacy-part.tsx").then((part) => part.PrivacyPart));
const OverridesPart = dynamic(() => import("./_parts/overrides-part.tsx").then((part) => part.OverridesPart));

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
        badges={
          <>
            {customer.erased_at && <Badge tone="negative">Erased</Badge>}
            {customer.test_clock && <Badge tone="caution">On a test clock</Badge>}
          </>
        }
        actions={
          !customer.erased_at && (
            <>
              <OpenPortal customerId={customer.id} />
              {mayChange && <EditCustomer customer={customer} />}
            </>
          )
        }
      />
      <CustomerFacts customer={customer} />
      <Tabs value={tab} onValueChange={(value) => void setPlace({ tab: value })}>
        <TabsList aria-label="Parts of the customer">
          <TabsTrigger value="overview">Overview</TabsTrigger>
          <TabsTrigger value="invoices">Invoices</TabsTrigger>
          <TabsTrigger value="charges">Charges</TabsTrigger>
          <TabsTrigger value="ledger">Usage ledger</TabsTrigger>
          <TabsTrigger value="overrides">Overrides</TabsTrigger>
          <TabsTrigger value="events">Events</TabsTrigger>
          <TabsTrigger value="notes">Notes</TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <div className="grid items-start gap-4 max-lg:in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="in-order space-y-4">
              <SubscriptionsPart customerId={customer.id} />
              <BalancePart
                customerId={customer.id}
                showCharges={(state) => void setPlace({ tab: "charges", state }, { history: "push" })}
              />
              <EntitlementsPart customerId={customer.id} />
            </div>
            <div className="space-y-4">
              <DetailsCard customer={customer} />
              {!customer.erased_at && <CardPart customerId={customer.id} />}
              {mayChange && <PrivacyPart customer={customer} onErased={() => void refetch()} />}
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
        <TabsContent value="events">
          <EventsPart customerId={customer.id} />
        </TabsContent>
        <TabsContent value="notes">
          <NotesPart customerId={customer.id} />
        </TabsContent>
      </Tabs>
    </>
  );
}
