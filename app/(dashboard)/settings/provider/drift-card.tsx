"use client";

import type { z } from "zod";
import type { Drift } from "../../../../server/domain/billing/card-provider/drift/schema.ts";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { useAction, useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { DriftList } from "./drift-list.tsx";
import { MendsList } from "./mends-list.tsx";

type Report = z.output<typeof Drift>;

/** Whether we and the card provider say the same of every subscription: compared hourly, and when a person asks. */
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
            {open ? `${formatCount(open)} to look at` : "No difference"}
          </Badge>
        )}
      </CardHeader>
      <div className="space-y-3 p-4 text-[0.8125rem]">
        <p className="text-muted">
          Usher compares every card subscription with the provider once an hour. It copies what the provider
          says was paid, renewed or ended. It never ends a subscription because the provider does not have it,
          and never changes prices there: you decide about those below.
        </p>
        <Stopped report={report ?? last?.run ?? null} />
        {report ? (
          <p className="text-muted">
            Compared <Moment iso={report.checked_at} />: {formatCount(report.ours)} live here,{" "}
            {formatCount(report.theirs)} of ours at the provider.
          </p>
        ) : (
          last?.run && (
            <p className="text-muted">
              Last compared <Moment iso={last.run.checked_at} />: {formatCount(last.run.ours)} live here,{" "}
              {formatCount(last.run.mended)} mended, {formatCount(last.run.differences)} left to look at.
            </p>
          )
        )}
        {report && report.differences.length > 0 && (
          <DriftList
            differences={report.differences}
            mayDecide={mayMend}
            again={() => compare.mutate(undefined)}
          />
        )}
        {mayMend && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              disabled={isBusy}
              onClick={() => {
                mend.reset();
                compare.mutate(undefined);
              }}
            >
              Compare now
            </Button>
            <Button variant="secondary" size="small" disabled={isBusy} onClick={() => mend.mutate(undefined)}>
              Mend
            </Button>
            {(report ?? last?.run)?.state === "TOO_MANY" && (
              <ActionDialog
                trigger={
                  <Button variant="secondary" size="small">
                    Mend anyway
                  </Button>
                }
                title="Mend although so many are missing?"
                description="Look at some of these customers at the provider first. Subscriptions that ended there will end here, and the customers lose access. Each can be undone below. What the provider does not have stays as it is."
                schema={async () =>
                  (await import("../../../../server/domain/billing/card-provider/drift/schema.ts")).MendDrift
                }
                fixed={{ despite_many: true }}
                submit="Mend anyway"
                isDangerous
                act={(api, input) => api.cardProvider.mendDrift.mutate(input)}
                onDone={() => {
                  mend.reset();
                  compare.mutate(undefined);
                }}
                done="Usher mended what it could."
              />
            )}
          </div>
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

interface State {
  state: Report["state"] | "FAILED";
  account_id: string | null;
  key_account_id: string | null;
  failure_code?: string | null;
}

/** Why nothing was mended, and what to do. */
function Stopped({ report }: { report: State | null }) {
  if (report?.state === "ANOTHER_ACCOUNT")
    return (
      <Alert tone="negative">
        The secret key belongs to another account ({report.key_account_id ?? "unknown"}) than your
        subscriptions ({report.account_id ?? "unknown"}). Nothing was changed. Connect a key of the
        subscriptions' account.
      </Alert>
    );
  if (report?.state === "TOO_MANY")
    return (
      <Alert tone="negative">
        Many subscriptions are missing at the provider at once, so nothing was changed. The connection is a
        more likely cause than your customers: check the account and some of these customers first.
      </Alert>
    );
  if (report?.state === "FAILED")
    return (
      <Alert tone="negative">
        The last comparison failed ({report.failure_code}). Usher tries again within the hour.
      </Alert>
    );
  return null;
}
