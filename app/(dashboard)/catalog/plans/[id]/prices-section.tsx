"use client";

import { useState } from "react";
import { CreatePlanPrice } from "../../../../../server/domain/catalog/prices/create-plan-price-schema.ts";
import { UpdatePlanPrice } from "../../../../../server/domain/catalog/prices/update-plan-price-schema.ts";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { InlineForm } from "./inline-form.tsx";

export type Price = Awaited<ReturnType<Api["prices"]["list"]["query"]>>["data"][number];

const INTERVALS = ["MONTH", "YEAR", "WEEK", "DAY"].map((value) => ({
  value,
  label: `Each ${value.toLowerCase()}`,
}));
const TRIAL: FormField[] = [
  { name: "trial_days", label: "Trial days", kind: "number" },
  { name: "trial_needs_card", label: "The trial needs a card", kind: "switch" },
];
const AMOUNT: FormField[] = [
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
];
const LABEL: FormField = { name: "price_label_name", label: "Label", isRequired: true };

interface Props {
  planId: string;
  prices: Price[];
  isEditable: boolean;
  /** Whether a version of the plan is published, so that a new price can be bought at once. */
  isOnSale: boolean;
  /** What a first price begins with. */
  currency?: string;
}

/** What the plan costs, by interval and currency. */
export function PricesSection({ planId, prices, isEditable, isOnSale, currency = "USD" }: Props) {
  const onSale = prices.filter((price) => !price.archived_at);
  const [isAdding, setIsAdding] = useState(false);
  const isOpen = isEditable && (isAdding || onSale.length === 0);
  const last = onSale.at(-1);
  return (
    <Card aria-label="Prices">
      <CardHeader>
        <div>
          <CardTitle>Prices</CardTitle>
          <p className="text-xs text-muted">
            {isOnSale
              ? "A new price can be bought as soon as you add it. Subscriptions keep the price that they have."
              : "Nobody can buy the plan before you publish it."}
          </p>
        </div>
        {isEditable && !isOpen && (
          <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
            Add a price
          </Button>
        )}
      </CardHeader>
      {prices.length === 0 && !isOpen && (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">No prices yet.</p>
      )}
      {prices.length > 0 && (
        <ul aria-label="Prices" className="divide-y">
          {prices.map((price) => (
            <PriceRow key={price.id} price={price} isEditable={isEditable} />
          ))}
        </ul>
      )}
      {isOpen && (
        <div className={prices.length > 0 ? "border-t p-4" : "p-4"}>
          <InlineForm
            key={onSale.length}
            schema={CreatePlanPrice}
            fields={AMOUNT}
            folded={{ title: "Trial", fields: TRIAL }}
            fixed={{ plan_id: planId }}
            initial={{
              currency: last?.currency ?? currency,
              interval: last?.interval === "MONTH" ? "YEAR" : "MONTH",
              trial_days: 0,
            }}
            submit="Add price"
            done={isOnSale ? "The price is on sale." : "The price was added. It is on sale once you publish."}
            act={(api, input) => api.prices.create.mutate(input)}
            onDone={() => setIsAdding(false)}
            {...(onSale.length > 0 && { cancel: { label: "Close", act: () => setIsAdding(false) } })}
          />
          <p className="mt-3 text-xs text-muted">
            A price never changes. To sell at another one, add it and archive the old one.
          </p>
        </div>
      )}
    </Card>
  );
}

function PriceRow({ price, isEditable }: { price: Price; isEditable: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const archive = useAction((api) => api.prices.archive.mutate({ plan_price_id: price.id }), {
    done: "The price was archived.",
  });
  const name = `${formatMoney(price.amount, price.currency)} per ${formatInterval(price.interval)}`;
  const { trial_days: days, trial_needs_card: needsCard, archived_at: archived } = price;
  return (
    <li className="space-y-3 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1">
          <span className="font-medium tabular-nums">{formatMoney(price.amount, price.currency)}</span>
          <span className="text-muted"> a {formatInterval(price.interval)}</span>
          {days > 0 && (
            <span className="text-[0.8125rem] text-muted">
              {`, ${days} days free${needsCard ? " with a card" : ""}`}
            </span>
          )}
          {archived && <Badge className="ml-2">Archived</Badge>}
        </p>
        <CopyButton value={price.id} className="max-w-32 max-sm:hidden" />
        {isEditable && !archived && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              variant="ghost"
              size="small"
              aria-label={`Edit ${name}`}
              aria-expanded={isEditing}
              onClick={() => setIsEditing(!isEditing)}
            >
              Edit
            </Button>
            <ConfirmButton
              label="Archive"
              name={`Archive ${name}`}
              confirm="Archive price"
              keep="Keep price"
              isPending={archive.isPending}
              onConfirm={() => archive.mutate(undefined)}
            >
              Nobody can choose it any more. Subscriptions at this price continue.
            </ConfirmButton>
          </span>
        )}
      </div>
      {isEditing && (
        <InlineForm
          schema={UpdatePlanPrice}
          fields={[LABEL, ...TRIAL]}
          fixed={{ plan_price_id: price.id }}
          initial={{ ...price }}
          submit="Save price"
          done="The price was changed."
          act={(api, input) => api.prices.update.mutate(input)}
          onDone={() => setIsEditing(false)}
          cancel={{ label: "Close", act: () => setIsEditing(false) }}
        />
      )}
    </li>
  );
}
