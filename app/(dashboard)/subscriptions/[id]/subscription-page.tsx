"use client";

import type { Route } from "next";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { Link } from "../../../_components/link.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../_components/ui/table.tsx";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import { EventsTable } from "../../events/events-table.tsx";
import { InvoicesTable } from "../../invoices/invoices-table.tsx";
import Loading from "../../loading.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";

const BACK = { href: "/subscriptions", label: "Subscriptions" } as const;
const OVERAGE = { BLOCK: "Refused", ALLOW: "Allowed", BILL: "Billed" };

/** Everything about one subscription, and what can be done with it. */
export function SubscriptionPage({ id }: { id: string }) {
  const {
    data: subscription,
    error,
    refetch,
  } = useLoaded("subscription", id, (api, signal) => api.subscriptions.get.query({ id }, { signal }));
  if (error && !subscription)
    return (
      <>
        <PageHeader title="Subscription" back={BACK} />
        <LoadFailure what="The subscription" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!subscription) return <Loading />;
  const { customer, product, plan, plan_price: price, status, entitlements } = subscription;
  const isEnding =
    subscription.canceled_at !== null && subscription.ended_at === null && status !== "CANCELED";
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
              {customer.name ?? customer.email ?? customer.external_id}
            </Link>
          </>
        }
        badges={<StatusBadge status={status} />}
        actions={<SubscriptionActions subscription={subscription} />}
      />
      <div className="grid items-start gap-4 max-lg:in-order lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="in-order min-w-0 space-y-4">
          {isEnding && (
            <Alert>
              Canceled: it runs until <Moment iso={subscription.current_period_end} isExact />. Resuming takes
              that back.
            </Alert>
          )}
          <Card aria-label="Entitlements">
            <CardHeader>
              <CardTitle>Entitlements</CardTitle>
              {subscription.pack && (
                <Link
                  href={`/catalog/packs/${subscription.pack.id}` as Route}
                  className="rounded text-xs font-medium text-link hover:underline"
                >
                  Pack version {subscription.pack.version}
                </Link>
              )}
            </CardHeader>
            <div className="relative overflow-x-auto">
              <Table aria-label="Entitlements">
                <thead>
                  <TableRow>
                    <ColumnHead>Feature</ColumnHead>
                    <ColumnHead className="text-right">Grants</ColumnHead>
                    <ColumnHead className="text-right max-sm:hidden">Past the limit</ColumnHead>
                    <ColumnHead className="text-right max-sm:hidden">Overage billed</ColumnHead>
                  </TableRow>
                </thead>
                <tbody>
                  {entitlements.map((entitlement) => (
                    <TableRow key={entitlement.feature_id}>
                      <TableCell>
                        <span className="block font-medium">{entitlement.feature_name}</span>
                        <code className="font-mono text-xs text-muted">{entitlement.feature_key}</code>
                      </TableCell>
                      <TableCell className="text-right tabular-nums">
                        {entitlement.feature_type === "BOOLEAN"
                          ? "On"
                          : entitlement.feature_type === "STATIC"
                            ? (entitlement.value ?? "–")
                            : entitlement.limit === null
                              ? "Unlimited"
                              : formatQuantity(entitlement.limit)}
                      </TableCell>
                      <TableCell className="text-right text-muted max-sm:hidden">
                        {entitlement.feature_type === "METERED" || entitlement.feature_type === "ALLOCATED"
                          ? OVERAGE[entitlement.overage]
                          : "–"}
                      </TableCell>
                      <TableCell className="text-right tabular-nums max-sm:hidden">
                        {entitlement.billed_amount !== null && entitlement.currency
                          ? formatMoney(entitlement.billed_amount, entitlement.currency)
                          : "–"}
                      </TableCell>
                    </TableRow>
                  ))}
                </tbody>
              </Table>
            </div>
          </Card>
          <InvoicesTable subscription={id} />
          <EventsTable objectIds={[id]} />
        </div>
        <Card aria-label="Details">
          <CardHeader>
            <CardTitle>Details</CardTitle>
          </CardHeader>
          <Details
            items={[
              ["Id", <CopyButton key="id" value={id} className="max-w-40" />],
              [
                "Price",
                `${formatMoney(subscription.recurring_amount, price.currency)} per ${formatInterval(price.interval)}`,
              ],
              ...subscription.drivers.map((driver): [string, string] => [
                driver.feature_name,
                `+${formatQuantity(driver.steps * driver.step_size)} for ${formatMoney(driver.amount, price.currency)}`,
              ]),
              ["Paid by", subscription.provider === "PROVIDER_A" ? "Card" : "Invoice"],
              ["Period began", <Moment key="start" iso={subscription.current_period_start} />],
              ["Period ends", <Moment key="end" iso={subscription.current_period_end} />],
              ...(subscription.trial_end
                ? [
                    ["Trial ends", <Moment key="trial" iso={subscription.trial_end} />] as [
                      string,
                      React.ReactNode,
                    ],
                  ]
                : []),
              ...(subscription.pending_plan_price_id
                ? [
                    [
                      "Pending",
                      <Badge key="pending" tone="caution">
                        New price at the period's end
                      </Badge>,
                    ] as [string, React.ReactNode],
                  ]
                : []),
              ...(subscription.pending_pack_id
                ? [
                    [
                      "Pending",
                      <Badge key="pack" tone="caution">
                        New pack at the period's end
                      </Badge>,
                    ] as [string, React.ReactNode],
                  ]
                : []),
              [
                "At the provider",
                subscription.provider_subscription_id ? (
                  <CopyButton
                    key="provider"
                    value={subscription.provider_subscription_id}
                    className="max-w-40"
                  />
                ) : (
                  "–"
                ),
              ],
              ["Created", <Moment key="created" iso={subscription.created_at} />],
              ["Canceled", <Moment key="canceled" iso={subscription.canceled_at} />],
              ["Ended", <Moment key="ended" iso={subscription.ended_at} />],
            ]}
          />
        </Card>
      </div>
    </>
  );
}
