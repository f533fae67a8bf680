"use client";

import { CopyButton } from "../../../../_components/copy-button.tsx";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { TableSkeleton } from "../../../../_components/table/table-parts.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../../_components/ui/table.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { countOf } from "../../../../_lib/units.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import { usePacks } from "./use-packs.ts";

type Price = Awaited<ReturnType<Api["prices"]["list"]["query"]>>["data"][number];

const INTERVALS = ["MONTH", "YEAR", "WEEK", "DAY"].map((value) => ({
  value,
  label: `Each ${value.toLowerCase()}`,
}));

const TERMS: FormField[] = [
  { name: "trial_days", label: "Trial days", kind: "number" },
  { name: "trial_needs_card", label: "The trial needs a card", kind: "switch" },
];

/** The message after a new price: a plan is sold only with a published version. */
function saleOf(packs: ReturnType<typeof usePacks>["data"]): string {
  if (!packs) return "The price was created.";
  return packs.data.some(({ status }) => status === "ACTIVE")
    ? "The price is on sale."
    : "The price was created. The plan is on sale once a version of it is published.";
}

/** The prices of a plan. */
export function PricesCard({ planId }: { planId: string }) {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = useLoaded("prices", planId, (api, signal) =>
    api.prices.list.query({ plan_id: planId, limit: 200 }, { signal }),
  );
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
        {mayChange && <NewPrice planId={planId} />}
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
                <PriceRow key={price.id} price={price} mayChange={mayChange} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function PriceRow({ price, mayChange }: { price: Price; mayChange: boolean }) {
  return (
    <TableRow>
      <TableCell>
        <span className="font-medium tabular-nums">{formatMoney(price.amount, price.currency)}</span>
        <span className="text-muted"> / {formatInterval(price.interval)}</span>
        {price.archived_at && <Badge className="ml-2">Archived</Badge>}
      </TableCell>
      <TableCell className="text-muted max-sm:hidden">
        {price.trial_days === 0
          ? "None"
          : `${countOf(price.trial_days, "day")}${price.trial_needs_card ? ", card needed" : ""}`}
      </TableCell>
      <TableCell className="max-md:hidden">
        <CopyButton value={price.id} className="max-w-44" />
      </TableCell>
      <TableCell className="text-right">
        {mayChange && !price.archived_at && <PriceActions price={price} />}
      </TableCell>
    </TableRow>
  );
}

function NewPrice({ planId }: { planId: string }) {
  const { data: packs } = usePacks(planId);
  return (
    <ActionDialog
      trigger={<Button size="small">New price</Button>}
      title="New price"
      description="Amount, currency and interval cannot be changed later. To change them, archive the price and create another."
      schema={async () => (await import("../../../../../server/domain/catalog/schema.ts")).CreatePlanPrice}
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
