"use client";

import type { Route } from "next";
import { quantityInWords } from "../../../../server/platform/units.ts";
import { Link } from "../../../_components/link.tsx";
import { Nothing } from "../../../_components/nothing.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../_components/ui/table.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatMoney } from "../../../_lib/format.ts";

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

const OVERAGE = { BLOCK: "Refused", ALLOW: "Allowed", BILL: "Billed" };

/** The features that the subscription grants. */
export function GrantsCard({ subscription }: { subscription: Subscription }) {
  const isOver = subscription.status === "CANCELED";
  return (
    <Card aria-label="Entitlements">
      <CardHeader>
        <CardTitle>{isOver ? "Entitlements until the end" : "Entitlements"}</CardTitle>
        {subscription.pack && (
          <Link
            href={`/catalog/packs/${subscription.pack.id}` as Route}
            className="rounded text-xs font-medium text-link hover:underline"
          >
            Version {subscription.pack.version} of the plan
          </Link>
        )}
      </CardHeader>
      {isOver && (
        <p className="px-4 pt-3 pb-1 text-[0.8125rem] text-muted">
          The subscription has ended and grants nothing any more. This is what it granted.
        </p>
      )}
      <div className="scroll-hint relative overflow-x-auto">
        <Table aria-label="Entitlements" className="cards">
          <thead>
            <TableRow>
              <ColumnHead>Feature</ColumnHead>
              <ColumnHead className="text-right">{isOver ? "Granted" : "Grants"}</ColumnHead>
              <ColumnHead className="text-right">Past the limit</ColumnHead>
              <ColumnHead className="text-right">Overage billed</ColumnHead>
            </TableRow>
          </thead>
          <tbody>
            {subscription.entitlements.map((entitlement) => (
              <TableRow key={entitlement.feature_id}>
                <TableCell data-cell="title">
                  <span className="block font-medium">{entitlement.feature_name}</span>
                  <code className="font-mono text-xs text-muted">{entitlement.feature_key}</code>
                </TableCell>
                <TableCell
                  data-cell="fact"
                  data-label={isOver ? "Granted" : "Grants"}
                  className="text-right tabular-nums"
                >
                  {grantedOf(entitlement)}
                </TableCell>
                <TableCell data-cell="fact" data-label="Past the limit" className="text-right text-muted">
                  {entitlement.feature_type === "METERED" || entitlement.feature_type === "ALLOCATED" ? (
                    OVERAGE[entitlement.overage]
                  ) : (
                    <Nothing />
                  )}
                </TableCell>
                <TableCell data-cell="fact" data-label="Overage billed" className="text-right tabular-nums">
                  {entitlement.billed_amount !== null && entitlement.currency ? (
                    formatMoney(entitlement.billed_amount, entitlement.currency)
                  ) : (
                    <Nothing />
                  )}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

function grantedOf(entitlement: Subscription["entitlements"][number]): string {
  const { feature_name: name, feature_unit_label: unit, feature_type: type, value, limit } = entitlement;
  if (type === "BOOLEAN") return "On";
  if (type !== "STATIC") return limit === null ? "Unlimited" : quantityInWords(limit, { name, unit });
  // The value stands as text: JSON where it is none.
  return value !== null && NUMBER.test(value)
    ? quantityInWords(Number(value), { name, unit })
    : (value ?? "–");
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
