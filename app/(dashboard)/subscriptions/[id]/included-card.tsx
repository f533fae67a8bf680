"use client";

import type { Route } from "next";
import { isCounted, quantityInWords } from "../../../../server/platform/units.ts";
import { Link } from "../../../_components/link.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatMoney } from "../../../_lib/format.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;
type Entitlement = Subscription["entitlements"][number];

/** What the subscription gives its customer, and what more of it costs. */
export function IncludedCard({ subscription }: { subscription: Subscription }) {
  const { pack, status, entitlements } = subscription;
  const isOver = status === "CANCELED";
  const title = isOver ? "What it included" : "What it includes";
  return (
    <Card aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {pack && (
          <Link
            href={`/catalog/packs/${pack.id}` as Route}
            className="rounded text-xs font-medium text-link hover:underline"
          >
            Version {pack.version} of the plan
          </Link>
        )}
      </CardHeader>
      {isOver && (
        <p className="px-4 pt-3 pb-1 text-[0.8125rem] text-muted">
          The subscription has ended: the customer has nothing of this any more.
        </p>
      )}
      {entitlements.length === 0 && (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">The plan includes no feature.</p>
      )}
      <dl className="divide-y text-[0.8125rem]">
        {entitlements.map((entitlement) => (
          <div
            key={entitlement.feature_id}
            className="flex min-h-10 flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
          >
            <dt>{entitlement.feature_name}</dt>
            <dd className="min-w-0 text-right">
              <span className="block font-medium tabular-nums">{includedOf(entitlement)}</span>
              <span className="block text-xs text-muted">{moreOf(entitlement, status)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function includedOf(entitlement: Entitlement): string {
  const { feature_name: name, feature_unit_label: unit, feature_type: type, value, limit } = entitlement;
  if (type === "BOOLEAN") return "Included";
  if (type !== "STATIC") return limit === null ? "Unlimited" : quantityInWords(limit, { name, unit });
  // The value stands as text: JSON where it is none.
  return value !== null && NUMBER.test(value)
    ? quantityInWords(Number(value), { name, unit })
    : (value ?? "–");
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** What happens past the limit; nothing where there is none. In a trial nothing is billed for use, so that there is no more. */
function moreOf(entitlement: Entitlement, status: Subscription["status"]): string | null {
  const { feature_type: type, limit, overage, billed_amount: billed, currency } = entitlement;
  if (!isCounted(type) || limit === null) return null;
  if (overage === "ALLOW") return "not billed beyond";
  if (overage === "BILL")
    return billed !== null && currency
      ? `more is billed: ${formatMoney(billed, currency)} so far`
      : "more is billed";
  return status === "TRIALING" ? "more is not included during the trial" : "no more than these";
}
