"use client";

import { ChevronRight } from "lucide-react";
import { formatCount, formatShare } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

const STEPS = [
  ["joined", "Joined"],
  ["invited", "Invited"],
  ["registered", "Registered"],
  ["paying", "Paying"],
] as const;

/** How many people joined, were invited, registered and pay, in one line: each step with its share of those who joined. */
export function Funnel() {
  const { data: funnel } = useLoaded("waitlist funnel", "all", (api, signal) =>
    api.waitlist.funnel.query({}, { signal }),
  );
  return (
    <dl aria-label="Funnel" className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.8125rem]">
      {STEPS.map(([step, label], index) => (
        <div key={step} className="flex items-baseline gap-1.5">
          {index > 0 && <ChevronRight aria-hidden className="mr-1.5 size-3.5 self-center text-muted" />}
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{funnel ? formatCount(funnel[step]) : "–"}</dd>
          {funnel && index > 0 && funnel.joined > 0 && (
            <dd className="text-xs text-muted tabular-nums">{formatShare(funnel[step] / funnel.joined)}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
