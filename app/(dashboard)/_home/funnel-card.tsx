"use client";

import { LoadFailure } from "../../_components/load-failure.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { formatCount, formatShare } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { type RangeName, toMoments } from "./range.ts";

const STEPS = [
  { key: "joined", label: "Joined" },
  { key: "invited", label: "Invited" },
  { key: "registered", label: "Registered" },
  { key: "paying", label: "Paying" },
] as const;

/** How many of those who joined the waitlist in the range were invited, registered and pay. */
export function FunnelCard({ range }: { range: RangeName }) {
  const { data, error, refetch } = useLoaded("funnel", range, (api, signal) =>
    api.waitlist.funnel.query(toMoments(range), { signal }),
  );
  return (
    <section aria-label="Waitlist funnel" className="min-w-0 bg-surface">
      <div className="px-5 pt-4">
        <h2 className="text-[0.8125rem] font-medium">Waitlist funnel</h2>
        <p className="mt-0.5 text-xl leading-7 font-semibold tracking-tight tabular-nums">
          {data ? formatCount(data.joined) : "–"}
        </p>
        <p className="text-xs text-muted">joined in the range</p>
      </div>
      <div className="space-y-3 px-5 py-4">
        {error && !data ? (
          <LoadFailure what="The funnel" error={error} onRetry={() => void refetch()} />
        ) : (
          STEPS.map(({ key, label }) => {
            const count = data?.[key] ?? 0;
            const share = data && data.joined > 0 ? count / data.joined : 0;
            return (
              <div key={key}>
                <div className="mb-1 flex items-baseline justify-between gap-3 text-[0.8125rem]">
                  <span>{label}</span>
                  <span className="text-muted tabular-nums">
                    <span className="font-medium text-foreground">{formatCount(count)}</span>{" "}
                    {data && formatShare(share)}
                  </span>
                </div>
                {data ? (
                  <div aria-hidden className="h-6 rounded bg-subtle">
                    <div
                      className="h-full rounded bg-bar-notice"
                      style={{ width: `${Math.max(share * 100, 0.5)}%`, opacity: 0.45 + share * 0.55 }}
                    />
                  </div>
                ) : (
                  <Skeleton className="h-6 w-full" />
                )}
              </div>
            );
          })
        )}
      </div>
    </section>
  );
}
