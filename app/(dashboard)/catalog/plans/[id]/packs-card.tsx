"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { TableSkeleton } from "../../../../_components/table/table-parts.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useAction, useMay } from "../../../../_lib/use-loaded.ts";
import { usePacks } from "./use-packs.ts";

/** The versions of a plan's pack. */
export function PacksCard({ planId }: { planId: string }) {
  const router = useRouter();
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = usePacks(planId);
  const packs = (data?.data ?? []).toSorted((a, b) => b.version - a.version);
  const from = packs.find(({ status }) => status === "ACTIVE") ?? packs[0];
  const draft = useAction(
    (api) => api.packs.create.mutate({ plan_id: planId, ...(from && { from_pack_id: from.id }) }),
    { done: "A draft of the next version was created." },
  );
  return (
    <Card aria-label="Packs">
      <CardHeader>
        <div>
          <CardTitle>Packs</CardTitle>
          <p className="text-xs text-muted">
            Versions of what the plan grants. A published version never changes.
          </p>
        </div>
        {mayChange && (
          <Button
            size="small"
            // A draft starts as a copy of the version on sale, which must be loaded first.
            disabled={data === undefined || draft.isPending}
            onClick={() =>
              draft.mutate(undefined, { onSuccess: ({ id }) => router.push(`/catalog/packs/${id}` as Route) })
            }
          >
            New version
          </Button>
        )}
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The packs" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <TableSkeleton columns={2} />
      ) : packs.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          No version yet. The plan is on sale once a version of it is published.
        </p>
      ) : (
        <ul className="divide-y">
          {packs.map((pack) => (
            <li
              key={pack.id}
              className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-subtle/60"
            >
              <Link
                href={`/catalog/packs/${pack.id}` as Route}
                className="rounded font-medium after:absolute after:inset-0"
              >
                Version {pack.version}
              </Link>
              <StatusBadge status={pack.status} />
              <span className="flex-1 truncate text-[0.8125rem] text-muted max-sm:hidden">
                {pack.entitlements.map(({ feature_name: name }) => name).join(", ")}
              </span>
              <span className="ml-auto text-xs text-muted">
                <Moment iso={pack.published_at ?? pack.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
