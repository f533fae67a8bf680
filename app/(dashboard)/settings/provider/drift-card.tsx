"use client";

import type { z } from "zod";
import type { Drift } from "../../../../server/domain/billing/card-provider/drift/drift-schema.ts";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatCount } from "../../../_lib/format.ts";
import { useAction, useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { DriftActions } from "./drift-actions.tsx";
import { DriftList } from "./drift-list.tsx";
import { MendsList } from "./mends-list.tsx";
import { Stopped } from "./stopped.tsx";

type Report = z.output<typeof Drift>;
type Run = Awaited<ReturnType<Api["cardProvider"]["getDriftRun"]["query"]>>["run"];

/** The comparison of every subscription with the card provider, which runs hourly and on request. */
export function DriftCard() {
  const { data: last } = useLoaded("drift-run", "last", (api, signal) =>
    api.cardProvider.getDriftRun.query({}, { signal }),
  );
  const compare = useAction((api) => api.cardProvider.getDrift.query({}), { leaves: true });
  const mend = useAction((api) => api.cardProvider.mendDrift.mutate({}), {
    done: "The comparison is done.",
  });
  const mayMend = useMay("ADMIN");
  const report = latest(mend.data, compare.data);
  const isBusy = mend.isPending || compare.isPending;
  const open = report?.differences.filter(({ is_mended }) => !is_mended).length;
  return (
    <Card aria-label="Comparison" className="lg:col-span-2">
      <CardHeader>
        <CardTitle>Comparison with the provider</CardTitle>
        {report?.state === "DONE" && (
          <Badge tone={open ? "caution" : "positive"}>
            {open ? `${formatCount(open)} to review` : "No difference"}
          </Badge>
        )}
      </CardHeader>
      <div className="space-y-3 p-4 text-[0.8125rem]">
        <p className="text-muted">
          Usher compares every card subscription with the provider once an hour. It copies payments, renewals
          and ends from the provider. It never ends a subscription because the provider does not have it, and
          never changes prices there: those differences are listed here, and you decide.
        </p>
        <Stopped report={report ?? last?.run ?? null} />
        <Summary report={report} last={last?.run ?? null} />
        {report && report.differences.length > 0 && (
          <DriftList
            differences={report.differences}
            mayDecide={mayMend}
            again={() => compare.mutate(undefined)}
          />
        )}
        {mayMend && (
          <DriftActions
            isBusy={isBusy}
            hasTooMany={(report ?? last?.run)?.state === "TOO_MANY"}
            onCompare={() => {
              mend.reset();
              compare.mutate(undefined);
            }}
            onMend={() => mend.mutate(undefined)}
          />
        )}
        <MendsList mayUndo={mayMend} />
      </div>
    </Card>
  );
}

function latest(one: Report | undefined, other: Report | undefined): Report | undefined {
  if (!one || !other) return one ?? other;
  return one.checked_at > other.checked_at ? one : other;
}

interface SummaryProps {
  report: Report | undefined;
  last: Run | null;
}

/** The result of the comparison just made, or else of the last one. */
function Summary({ report, last }: SummaryProps) {
  if (report)
    return (
      <p className="text-muted">
        Compared <Moment iso={report.checked_at} />: {formatCount(report.ours)} live here,{" "}
        {formatCount(report.theirs)} live at the provider.
      </p>
    );
  if (!last) return null;
  return (
    <p className="text-muted">
      Last compared <Moment iso={last.checked_at} />: {formatCount(last.ours)} live here,{" "}
      {formatCount(last.mended)} repaired, {formatCount(last.differences)} left to review.
    </p>
  );
}
