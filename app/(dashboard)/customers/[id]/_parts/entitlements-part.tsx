"use client";

import { Check, Infinity as Unlimited, X } from "lucide-react";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Progress } from "../../../../_components/ui/progress.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatMoney, formatQuantity } from "../../../../_lib/format.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";

type Entitlement = Awaited<ReturnType<Api["entitlements"]["list"]["query"]>>["entitlements"][number];

/** The customer's current entitlements with their usage. */
export function EntitlementsPart({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useLoaded("entitlements", customerId, (api, signal) =>
    api.entitlements.list.query({ customer: customerId }, { signal }),
  );
  const granted = data?.entitlements.filter(({ configured }) => configured) ?? [];
  return (
    <Card aria-label="Entitlements">
      <CardHeader>
        <CardTitle>Entitlements</CardTitle>
        <span className="text-xs text-muted">As the API answers now</span>
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The entitlements" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="space-y-3 p-4">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      ) : granted.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          This customer has no entitlements.
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
    feature_key: key,
    feature_type: type,
    has_override: hasOverride,
    resets_at: resetsAt,
  } = entitlement;
  const maySet = useMay("ADMIN");
  const isCounted = type === "METERED" || type === "ALLOCATED";
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="font-medium">{name}</span>
          <code className="truncate font-mono text-xs text-muted max-sm:hidden">{key}</code>
          {hasOverride && <Badge tone="notice">Override</Badge>}
          {entitlement.cap_reached && <Badge tone="negative">{boundOf(entitlement)}</Badge>}
        </div>
        <div className="flex items-center gap-2 text-[0.8125rem] tabular-nums">
          <Value entitlement={entitlement} />
          {isCounted && maySet && (
            <ActionDialog
              trigger={
                <Button variant="ghost" size="small" aria-label={`Set usage of ${name}`}>
                  Set
                </Button>
              }
              title={`Set usage of ${name}`}
              description="Sets the counter to this value. The usage ledger records the difference."
              schema={async () =>
                (await import("../../../../../server/domain/billing/usage/schema.ts")).SetUsage
              }
              fields={[
                { name: "value", label: "Value", kind: "number", isRequired: true },
                {
                  name: "dimension",
                  label: "Dimension",
                  hint: "A workspace, project or seat holder. Leave empty for none.",
                },
                {
                  name: "reason",
                  label: "Reason",
                  kind: "textarea",
                  hint: "Stored in the usage ledger and the audit log.",
                },
              ]}
              fixed={{ customer: customerId, feature_key: key }}
              initial={{ value: entitlement.used }}
              submit="Set usage"
              done={`Usage of ${name} was set.`}
              act={(api, input) => api.usage.set.mutate(input)}
            />
          )}
        </div>
      </div>
      {isCounted && (
        <div className="mt-2 flex items-center gap-3">
          <Progress
            label={`${name} used`}
            value={entitlement.used}
            max={entitlement.limit ?? 0}
            tone={toneOf(entitlement)}
          />
          {resetsAt && (
            <span className="shrink-0 text-xs text-muted">
              resets <Moment iso={resetsAt} />
            </span>
          )}
        </div>
      )}
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
    return <span className="font-medium">{value ? JSON.stringify(value.value) : "–"}</span>;
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
        {unit && `${unit}s`}
        {billed !== null && billed > 0 && currency && ` · ${formatMoney(billed, currency)} overage`}
      </span>
    </span>
  );
}

/** The limit that refuses further units: a ceiling limits units, a cap limits money. */
function boundOf({ reason }: Entitlement): string {
  if (reason === "CEILING_REACHED") return "Ceiling reached";
  return reason === "CAP_REACHED" ? "Cap reached" : "Used up";
}

function toneOf({ limit, used, overage_behavior: overage }: Entitlement) {
  if (limit === null || used < limit * 0.8) return "positive";
  if (used <= limit) return "caution";
  return overage === "BLOCK" ? "negative" : "notice";
}
