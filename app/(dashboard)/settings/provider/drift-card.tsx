"use client";

import type { Route } from "next";
import { Link } from "../../../_components/link.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";

const KINDS = {
  status: "Status",
  period_end: "Period",
  ending: "Ending",
  prices: "Prices",
  schedule: "Change that waits",
  missing: "Not at the provider",
  unknown: "Only at the provider",
  twice: "Twice at the provider",
};

/** Whether we and the card provider say the same of every subscription: asked by hand, since it reads each of them. */
export function DriftCard() {
  const compare = useAction((api) => api.reconciliation.get.query({}), { leaves: true });
  const mend = useAction((api) => api.reconciliation.mend.mutate({}), {
    done: "What can be mended is mended.",
  });
  const mayMend = useMay("ADMIN");
  const report = mend.data ?? compare.data;
  const isBusy = mend.isPending || compare.isPending;
  return (
    <Card aria-label="Comparison" className="lg:col-span-2">
      <CardHeader>
        <CardTitle>Comparison with the provider</CardTitle>
        {report && (
          <Badge tone={report.differences.some((one) => !one.is_mended) ? "negative" : "positive"}>
            {report.differences.length === 0 ? "No difference" : formatCount(report.differences.length)}
          </Badge>
        )}
      </CardHeader>
      <div className="space-y-3 p-4 text-[0.8125rem]">
        <p className="text-muted">
          Every subscription on cards is held against the provider's once an hour, and what differs is mended.
          {report && (
            <>
              {" "}
              Compared <Moment iso={report.checked_at} />: {formatCount(report.ours)} here,{" "}
              {formatCount(report.theirs)} there.
            </>
          )}
        </p>
        {report && report.differences.length > 0 && (
          <ul className="divide-y rounded-md border">
            {report.differences.map((one) => (
              <li
                key={`${one.kind} ${one.provider_subscription_id}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
              >
                <span className="font-medium">{KINDS[one.kind]}</span>
                <span className="min-w-0 flex-1 text-muted">
                  here {one.ours ?? "none"}, there {one.theirs ?? "none"}
                </span>
                {one.is_mended && <Badge tone="positive">Mended</Badge>}
                {one.subscription_id && one.kind !== "unknown" && (
                  <Link
                    href={`/subscriptions/${one.subscription_id}` as Route}
                    className="rounded font-medium text-link hover:underline"
                  >
                    Open
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayMend && (
          <div className="flex gap-2">
            <Button
              variant="secondary"
              size="small"
              disabled={isBusy}
              onClick={() => compare.mutate(undefined)}
            >
              Compare now
            </Button>
            <Button variant="secondary" size="small" disabled={isBusy} onClick={() => mend.mutate(undefined)}>
              Mend
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
