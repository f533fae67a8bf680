"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { PageHeader } from "../../../../_components/page-header.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { TableSkeleton } from "../../../../_components/table/data-table.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../../_components/ui/table.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { useAction, useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import Loading from "../../../loading.tsx";

type Price = Awaited<ReturnType<Api["prices"]["list"]["query"]>>["data"][number];

const BACK = { href: "/catalog", label: "Products and plans" } as const;
const INTERVALS = ["MONTH", "YEAR", "WEEK", "DAY"].map((value) => ({
  value,
  label: `Each ${value.toLowerCase()}`,
}));

const TERMS: FormField[] = [
  { name: "trial_days", label: "Trial days", kind: "number" },
  { name: "trial_needs_card", label: "The trial needs a card", kind: "switch" },
];

/** One plan: what it costs, and the versions of what it grants. */
export function PlanPage({ id }: { id: string }) {
  const mayChange = useMay("ADMIN");
  const {
    data: plan,
    error,
    refetch,
  } = useLoaded("plan", id, (api, signal) => api.plans.get.query({ plan_id: id }, { signal }));
  if (error && !plan)
    return (
      <>
        <PageHeader title="Plan" back={BACK} />
        <LoadFailure what="The plan" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!plan) return <Loading />;
  return (
    <>
      <PageHeader
        back={BACK}
        title={plan.name}
        description={plan.description}
        badges={
          <>
            {plan.archived_at && <Badge>Archived</Badge>}
            {!plan.is_public && <Badge>Hidden from the pricing page</Badge>}
            <CopyButton value={plan.id} className="max-w-32" />
          </>
        }
        actions={
          mayChange &&
          !plan.archived_at && (
            <>
              <ActionDialog
                trigger={<Button variant="secondary">Edit</Button>}
                title={`Edit ${plan.name}`}
                schema={async () =>
                  (await import("../../../../../server/domain/catalog/schema.ts")).UpdatePlan
                }
                fields={[
                  { name: "name", label: "Name", isRequired: true },
                  { name: "description", label: "Description", kind: "textarea", whenEmpty: "null" },
                  { name: "position", label: "Position", kind: "number" },
                  { name: "is_public", label: "On the pricing page", kind: "switch" },
                ]}
                fixed={{ plan_id: id }}
                initial={{ ...plan }}
                submit="Save"
                done="The plan was changed."
                act={(api, input) => api.plans.update.mutate(input)}
              />
              <ActionDialog
                trigger={<Button variant="secondary">Archive</Button>}
                title={`Archive ${plan.name}?`}
                description="The plan can no longer be bought. It must have no live subscriptions."
                schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).PlanId}
                fixed={{ plan_id: id }}
                submit="Archive"
                isDangerous
                done="The plan was archived."
                act={(api, input) => api.plans.archive.mutate(input)}
              />
            </>
          )
        }
      />
      <div className="in-order space-y-4">
        <PricesCard planId={id} />
        <PacksCard planId={id} />
      </div>
    </>
  );
}

const usePacks = (planId: string) =>
  useLoaded("packs", planId, (api, signal) =>
    api.packs.list.query({ plan_id: planId, limit: 100 }, { signal }),
  );

/** What a new price leads to: a plan is sold with a published version alone. */
function saleOf(packs: ReturnType<typeof usePacks>["data"]): string {
  if (!packs) return "The price was created.";
  return packs.data.some(({ status }) => status === "ACTIVE")
    ? "The price is on sale."
    : "The price was created. The plan is on sale once a version of it is published.";
}

function PricesCard({ planId }: { planId: string }) {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = useLoaded("prices", planId, (api, signal) =>
    api.prices.list.query({ plan_id: planId, limit: 200 }, { signal }),
  );
  const { data: packs } = usePacks(planId);
  const prices = (data?.data ?? []).toSorted(
    (a, b) =>
      Number(a.archived_at !== null) - Number(b.archived_at !== null) ||
      a.currency.localeCompare(b.currency) ||
      a.amount - b.amount,
  );
  return (
    <Card aria-label="Prices">
      <CardHeader>
        <CardTitle>Prices</CardTitle>
        {mayChange && (
          <ActionDialog
            trigger={<Button size="small">New price</Button>}
            title="New price"
            description="Amount, currency and interval cannot be changed later. To change them, archive the price and create another."
            schema={async () =>
              (await import("../../../../../server/domain/catalog/schema.ts")).CreatePlanPrice
            }
            fields={[
              {
                name: "amount",
                label: "Amount",
                kind: "money",
                currency: { from: "currency" },
                per: ({ interval }) => `a ${String(interval).toLowerCase()}`,
                isRequired: true,
                placeholder: "49.00",
              },
              { name: "currency", label: "Currency", kind: "currency", isRequired: true, placeholder: "USD" },
              { name: "interval", label: "Interval", kind: "select", options: INTERVALS },
              ...TERMS,
            ]}
            fixed={{ plan_id: planId }}
            initial={{ currency: "USD", interval: "MONTH", trial_days: 0 }}
            submit="Create price"
            done={saleOf(packs)}
            act={(api, input) => api.prices.create.mutate(input)}
          />
        )}
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The prices" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <TableSkeleton columns={2} />
      ) : prices.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">No price yet.</p>
      ) : (
        <div className="relative overflow-x-auto">
          <Table aria-label="Prices">
            <thead>
              <TableRow>
                <ColumnHead>Price</ColumnHead>
                <ColumnHead className="max-sm:hidden">Trial</ColumnHead>
                <ColumnHead className="max-md:hidden">Id</ColumnHead>
                <ColumnHead>
                  <span className="sr-only">Actions</span>
                </ColumnHead>
              </TableRow>
            </thead>
            <tbody>
              {prices.map((price) => (
                <TableRow key={price.id}>
                  <TableCell>
                    <span className="font-medium tabular-nums">
                      {formatMoney(price.amount, price.currency)}
                    </span>
                    <span className="text-muted"> / {formatInterval(price.interval)}</span>
                    {price.archived_at && <Badge className="ml-2">Archived</Badge>}
                  </TableCell>
                  <TableCell className="text-muted max-sm:hidden">
                    {price.trial_days === 0
                      ? "None"
                      : `${price.trial_days} days${price.trial_needs_card ? ", card needed" : ""}`}
                  </TableCell>
                  <TableCell className="max-md:hidden">
                    <CopyButton value={price.id} className="max-w-44" />
                  </TableCell>
                  <TableCell className="text-right">
                    {mayChange && !price.archived_at && <PriceActions price={price} />}
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function PriceActions({ price }: { price: Price }) {
  const name = `${formatMoney(price.amount, price.currency)} per ${formatInterval(price.interval)}`;
  return (
    <span className="flex justify-end gap-1">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Edit ${name}`}>
            Edit
          </Button>
        }
        title={`Edit ${name}`}
        schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).UpdatePlanPrice}
        fields={[{ name: "price_label_name", label: "Label", isRequired: true }, ...TERMS]}
        fixed={{ plan_price_id: price.id }}
        initial={{ ...price }}
        submit="Save"
        done="The price was changed."
        act={(api, input) => api.prices.update.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Archive ${name}`}>
            Archive
          </Button>
        }
        title={`Archive ${name}?`}
        description="The price can no longer be chosen. Subscriptions at this price continue."
        schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).PlanPriceId}
        fixed={{ plan_price_id: price.id }}
        submit="Archive"
        isDangerous
        done="The price was archived."
        act={(api, input) => api.prices.archive.mutate(input)}
      />
    </span>
  );
}

function PacksCard({ planId }: { planId: string }) {
  const router = useRouter();
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = usePacks(planId);
  const packs = (data?.data ?? []).toSorted((a, b) => b.version - a.version);
  const from = packs.find(({ status }) => status === "ACTIVE") ?? packs[0];
  const draft = useAction(
    (api) => api.packs.create.mutate({ plan_id: planId, ...(from && { from_pack_id: from.id }) }),
    { done: "A draft of the next version was created." },
  );
  return (
    <Card aria-label="Packs">
      <CardHeader>
        <div>
          <CardTitle>Packs</CardTitle>
          <p className="text-xs text-muted">
            Versions of what the plan grants. A published version never changes.
          </p>
        </div>
        {mayChange && (
          <Button
            size="small"
            // It begins as a copy of the one on sale, which has to be known.
            disabled={data === undefined || draft.isPending}
            onClick={() =>
              draft.mutate(undefined, { onSuccess: ({ id }) => router.push(`/catalog/packs/${id}` as Route) })
            }
          >
            New version
          </Button>
        )}
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The packs" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <TableSkeleton columns={2} />
      ) : packs.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          No version yet. The plan is on sale once a version of it is published.
        </p>
      ) : (
        <ul className="divide-y">
          {packs.map((pack) => (
            <li
              key={pack.id}
              className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-subtle/60"
            >
              <Link
                href={`/catalog/packs/${pack.id}` as Route}
                className="rounded font-medium after:absolute after:inset-0"
              >
                Version {pack.version}
              </Link>
              <StatusBadge status={pack.status} />
              <span className="flex-1 truncate text-[0.8125rem] text-muted max-sm:hidden">
                {pack.entitlements.map(({ feature_name: name }) => name).join(", ")}
              </span>
              <span className="ml-auto text-xs text-muted">
                <Moment iso={pack.published_at ?? pack.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
