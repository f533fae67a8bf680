"use client";

import { Check, Infinity as Unlimited, X } from "lucide-react";
import { isCounted, quantityInWords, unitFor } from "../../../../../server/platform/units.ts";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { UsageBar } from "../../../../_components/usage-bar.tsx";
import { formatMoney, formatQuantity } from "../../../../_lib/format.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import { type Entitlement, EntitlementParts } from "./entitlement-parts.tsx";
import { SetUsage } from "./set-usage.tsx";

/** The customer's current entitlements with their usage. */
export function EntitlementsPart({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useLoaded("entitlements", customerId, (api, signal) =>
    api.entitlements.list.query({ customer: customerId }, { signal }),
  );
  const granted = data?.entitlements.filter(({ configured }) => configured) ?? [];
  return (
    <Card aria-label="What they can use">
      <CardHeader>
        <CardTitle>What they can use</CardTitle>
        <span className="text-xs text-muted">This period</span>
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="What they can use" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="space-y-3 p-4">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      ) : granted.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          Nothing yet: no plan gives this customer anything.
        </p>
      ) : (
        <ul className="divide-y">
          {granted.map((entitlement) => (
            <EntitlementRow key={entitlement.feature_key} entitlement={entitlement} customerId={customerId} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function EntitlementRow({ entitlement, customerId }: { entitlement: Entitlement; customerId: string }) {
  const {
    feature_name: name,
    feature_type: type,
    has_override: hasOverride,
    resets_at: resetsAt,
  } = entitlement;
  const maySet = useMay("ADMIN");
  const counts = isCounted(type);
  const hasSeveral = counts && entitlement.parts.length > 1;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="font-medium">{name}</span>
          {hasOverride && <Badge tone="notice">Changed by an override</Badge>}
          {entitlement.cap_reached && (
            <Badge tone={type === "ALLOCATED" ? "neutral" : "negative"}>{boundOf(entitlement)}</Badge>
          )}
        </div>
        <div className="flex items-center gap-2 text-[0.8125rem] tabular-nums">
          <Value entitlement={entitlement} />
          {counts && maySet && <SetUsage entitlement={entitlement} customerId={customerId} />}
        </div>
      </div>
      {counts && (
        <div className="mt-2 flex items-center gap-3">
          <UsageBar
            label={`${name} used`}
            used={entitlement.used}
            limit={entitlement.limit}
            overage={entitlement.overage_behavior}
            isHeld={type === "ALLOCATED"}
          />
          {resetsAt && !hasSeveral && (
            <span className="shrink-0 text-xs text-muted">
              resets <Day iso={resetsAt} relative="behind" />
            </span>
          )}
        </div>
      )}
      {hasSeveral && <EntitlementParts entitlement={entitlement} />}
    </li>
  );
}

function Value({ entitlement }: { entitlement: Entitlement }) {
  const {
    feature_type: type,
    enabled,
    value,
    used,
    limit,
    feature_unit_label: unit,
    billed_amount: billed,
    currency,
  } = entitlement;
  if (type === "BOOLEAN")
    return enabled ? (
      <span className="inline-flex items-center gap-1 text-positive">
        <Check aria-hidden className="size-4" /> On
      </span>
    ) : (
      <span className="inline-flex items-center gap-1 text-muted">
        <X aria-hidden className="size-4" /> Off
      </span>
    );
  if (type === "STATIC")
    return <span className="font-medium">{value ? staticValue(entitlement, value.value) : "–"}</span>;
  return (
    <span>
      <span className="font-medium">{formatQuantity(used)}</span>{" "}
      <span className="text-muted">
        of{" "}
        {limit === null ? (
          <Unlimited aria-label="unlimited" className="inline size-4" />
        ) : (
          formatQuantity(limit)
        )}{" "}
        {unit && unitFor(limit ?? 2, unit)}
        {billed !== null && billed > 0 && currency && ` · ${formatMoney(billed, currency)} for more`}
      </span>
    </span>
  );
}

/** A number with its unit, text as it is; anything else as JSON. */
function staticValue({ feature_name: name, feature_unit_label: unit }: Entitlement, value: unknown): string {
  if (typeof value === "number") return quantityInWords(value, { name, unit });
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The limit that refuses further units: a ceiling limits units, a cap limits money. */
function boundOf({ reason }: Entitlement): string {
  if (reason === "CEILING_REACHED") return "At its maximum";
  return reason === "CAP_REACHED" ? "Cap reached" : "Used up";
}
