"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import { Link } from "../../../_components/link.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { shown } from "../../../_lib/shown.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import { LeftCredit } from "../../_charges/left-credit.tsx";
import { Timeline } from "../../_timeline/timeline.tsx";
import { InvoicesTable } from "../../invoices/invoices-table.tsx";
import Loading from "../../loading.tsx";
import { SubscriptionComing } from "../subscription-coming.tsx";
import { useChangeOptions } from "./change-options.ts";
import { DetailsCard, SubscriptionIds } from "./details-card.tsx";
import { IncludedCard } from "./included-card.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";

const OverdueBanner = dynamic(() =>
  import("../../invoices/overdue-banner.tsx").then((part) => part.OverdueBanner),
);

const BACK = { href: "/subscriptions", label: "Subscriptions" } as const;

/** One subscription with its details and actions. */
export function SubscriptionPage({ id }: { id: string }) {
  const {
    data: subscription,
    error,
    refetch,
  } = useLoaded("subscription", id, (api, signal) => api.subscriptions.get.query({ id }, { signal }));
  const { data: options, error: noOptions } = useChangeOptions(id);
  if (error && !subscription)
    return (
      <>
        <PageHeader title="Subscription" back={BACK} />
        <LoadFailure
          what="The subscription"
          error={error}
          onRetry={() => void refetch()}
          list={{ href: "/subscriptions", label: "All subscriptions" }}
        />
      </>
    );
  if (!subscription || (!options && !noOptions)) return <Loading />;
  const { prices, drivers } = options ?? { prices: [], drivers: [] };
  const { customer, product, plan, status } = subscription;
  return (
    <>
      <PageHeader
        back={BACK}
        title={`${product.name} ${plan.name}`}
        description={
          <>
            of{" "}
            <Link
              href={`/customers/${customer.id}` as Route}
              className="rounded font-medium text-link hover:underline"
            >
              {shown(customer.name ?? customer.email ?? customer.external_id)}
            </Link>
          </>
        }
        badges={<StatusBadge status={status} />}
        actions={<SubscriptionActions {...{ subscription, prices }} />}
      />
      {(status === "PAST_DUE" || status === "UNPAID") && <OverdueBanner subscription={subscription} />}
      <SubscriptionFacts {...{ subscription, prices, drivers }} />
      {status === "CANCELED" && (
        <div className="mb-4 rounded-md border empty:hidden [&>div:first-child]:border-t-0">
          <LeftCredit of={{ subscription_id: id }} />
        </div>
      )}
      <div className="grid items-start gap-4 max-lg:in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="in-order min-w-0 space-y-4">
          <SubscriptionComing subscription={subscription} />
          <InvoicesTable subscription={id} title="Invoices" />
          <Timeline of={{ subscription_id: id }} />
        </div>
        <div className="space-y-4">
          <IncludedCard subscription={subscription} />
          <DetailsCard subscription={subscription} />
          <SubscriptionIds subscription={subscription} />
        </div>
      </div>
    </>
  );
}
