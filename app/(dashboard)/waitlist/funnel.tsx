"use client";

import { formatCount } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** How many people joined, were invited, registered and pay. */
export function Funnel() {
  const { data: funnel } = useLoaded("waitlist funnel", "all", (api, signal) =>
    api.waitlist.funnel.query({}, { signal }),
  );
  return (
    <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4" aria-label="Funnel">
      {(["joined", "invited", "registered", "paying"] as const).map((step) => (
        <div key={step} className="rounded-lg border bg-surface px-4 py-3 shadow-card">
          <dt className="text-xs text-muted capitalize">{step}</dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums">
            {funnel ? formatCount(funnel[step]) : "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
