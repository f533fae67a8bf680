"use client";

import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card } from "../../../_components/ui/card.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import type { Connection } from "./connection.ts";
import { NAMES, STATES } from "./connection-words.ts";
import { TestConnection } from "./test-connection.tsx";

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
  if (error && !data)
    return <LoadFailure what="The connections" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader
        title="Connections"
        description="What Usher is connected to, what went over it last, and whether it works."
        badges={<Summary connections={data.connections} />}
      />
      <ul className="max-w-4xl space-y-4">
        {data.connections.map((connection) => (
          <li key={connection.kind}>
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
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

function ConnectionCard({ connection }: { connection: Connection }) {
  const { kind, state, about, last_success_at: success, last_failure: failure, waiting } = connection;
  const { tone, label } = STATES[state];
  const { name, success: succeeded } = NAMES[kind];
  // Without a server a mail goes no further than the mailbox.
  const isStored = kind === "MAIL" && state === "NOT_SET_UP";
  return (
    <Card aria-label={name}>
      <div className="flex flex-wrap items-start justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            {name} <Badge tone={tone}>{label}</Badge>
          </h2>
          <p className="mt-1 text-[0.8125rem] break-words text-muted">{about}</p>
        </div>
        <TestConnection connection={connection} />
      </div>
      <dl className="grid gap-x-6 gap-y-3 border-t px-4 py-3 text-[0.8125rem] sm:grid-cols-2">
        <div>
          <dt className="text-xs text-muted">{isStored ? "Last mail stored" : succeeded}</dt>
          <dd>{success ? <Moment iso={success} isExact /> : "Never"}</dd>
        </div>
        {waiting !== null && (
          <div>
            <dt className="text-xs text-muted">Waiting</dt>
            <dd className="tabular-nums">{formatCount(waiting)}</dd>
          </div>
        )}
        {failure && (
          <div className="sm:col-span-2">
            <dt className="text-xs text-muted">{failure.at ? "Last failure" : "To look at"}</dt>
            <dd className="break-words">
              {failure.at && (
                <>
                  <Moment iso={failure.at} isExact />
                  {": "}
                </>
              )}
              {failure.reason}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
