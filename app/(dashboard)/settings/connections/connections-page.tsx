"use client";

import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card } from "../../../_components/ui/card.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import type { Connection } from "./connection.ts";
import { ConnectionsTable } from "./connections-table.tsx";

/** A test's result arrives after the answer to its request: what is shown is read again so often. */
const REFETCH_MS = 5_000;

/** What is connected, whether it works, and the way to try it. */
export function ConnectionsPage() {
  const { data, error, refetch } = useLoaded(
    "connections",
    "all",
    (api, signal) => api.connections.list.query({}, { signal }),
    { refetchInterval: REFETCH_MS },
  );
  return (
    <>
      <PageHeader
        title="Connections"
        description="What Usher is connected to, and whether it works."
        badges={data && <Summary connections={data.connections} />}
      />
      {error && !data ? (
        <LoadFailure what="The connections" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card aria-label="Connections">
          {data ? <ConnectionsTable connections={data.connections} /> : <Placeholders />}
        </Card>
      )}
    </>
  );
}

/** The worst that is found, with how many are so. */
function Summary({ connections }: { connections: Connection[] }) {
  const count = (wanted: Connection["state"]) => connections.filter(({ state }) => state === wanted).length;
  const failing = count("FAILING");
  if (failing > 0) return <Badge tone="negative">{failing} failing</Badge>;
  const toSee = count("ATTENTION");
  if (toSee > 0) return <Badge tone="caution">{`${toSee} need${toSee === 1 ? "s" : ""} a look`}</Badge>;
  const missing = count("NOT_SET_UP");
  if (missing > 0) return <Badge tone="caution">{missing} not set up</Badge>;
  return <Badge tone="positive">No failure</Badge>;
}

/** As many rows as there are connections, as high as theirs. */
function Placeholders() {
  return (
    <div role="status" aria-label="Loading" className="divide-y">
      <div className="h-9 max-sm:hidden" />
      {["a", "b", "c", "d", "e", "f"].map((name) => (
        <div key={name} className="flex h-14 items-center gap-6 px-4 max-sm:h-28">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
