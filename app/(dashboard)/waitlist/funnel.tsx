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

/** How many people joined, were invited, registered and pay, in one line; where there is room, with their share of those who joined. */
export function Funnel() {
  const { data: funnel } = useLoaded("waitlist funnel", "all", (api, signal) =>
    api.waitlist.funnel.query({}, { signal }),
  );
  return (
    <dl
      aria-label="Funnel"
      className="mb-3 grid grid-cols-4 gap-x-3 text-[0.8125rem] sm:flex sm:items-baseline"
    >
      {STEPS.map(([step, label], index) => (
        <div key={step} className="items-baseline gap-1.5 sm:flex">
          {index > 0 && (
            <ChevronRight aria-hidden className="mr-1.5 size-3.5 self-center text-muted max-sm:hidden" />
          )}
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{funnel ? formatCount(funnel[step]) : "–"}</dd>
          {funnel && index > 0 && funnel.joined > 0 && (
            <dd className="text-xs text-muted tabular-nums max-sm:hidden">
              {formatShare(funnel[step] / funnel.joined)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
