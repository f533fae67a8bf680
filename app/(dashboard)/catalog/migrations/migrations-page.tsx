"use client";

import { MoveRight, Shuffle } from "lucide-react";
import type { Route } from "next";
import { Empty } from "../../../_components/empty.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Link } from "../../../_components/link.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import type { Column } from "../../../_components/table/column.ts";
import { DataTable } from "../../../_components/table/data-table.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Progress } from "../../../_components/ui/progress.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatCount } from "../../../_lib/format.ts";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["packMigrations"]["list"]["query"]>>["data"][number];

const REFRESH_MS = 2_000;

/** A pack by its plan's name and version. */
function PackName({ id }: { id: string }) {
  const { data: pack } = useLoaded("pack", id, (api, signal) =>
    api.packs.get.query({ pack_id: id }, { signal }),
  );
  const planId = pack?.plan_id ?? "";
  const { data: plan } = useLoaded(
    "plan",
    planId,
    (api, signal) => api.plans.get.query({ plan_id: planId }, { signal }),
    {
      isWanted: pack !== undefined,
    },
  );
  return (
    <Link href={`/catalog/packs/${id}` as Route} className="rounded font-medium hover:underline">
      {plan && pack ? `${plan.name}, version ${pack.version}` : "…"}
    </Link>
  );
}

const COLUMNS: Column<Row>[] = [
  {
    id: "packs",
    header: "From and to",
    cell: ({ from_pack_id: from, to_pack_id: to }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <PackName id={from} />
        <MoveRight aria-label="to" className="size-4 text-muted" />
        <PackName id={to} />
      </span>
    ),
  },
  {
    id: "progress",
    header: "Progress",
    cell: ({ status, moved, total, rolled_back: back, skipped }) => (
      <div className="max-sm:w-28 sm:flex sm:items-center sm:gap-2.5">
        <Progress
          label="Moved"
          value={status === "ROLLED_BACK" ? back : moved}
          max={total}
          tone={status === "FAILED" ? "negative" : "positive"}
          className="sm:w-24"
        />
        <span className="text-xs text-muted tabular-nums sm:whitespace-nowrap">
          {formatCount(moved)} of {formatCount(total)}
          {back > 0 && `, ${formatCount(back)} back`}
          {skipped > 0 && `, ${formatCount(skipped)} skipped: no card`}
        </span>
      </div>
    ),
  },
  {
    id: "status",
    header: "Status",
    from: "sm",
    onCard: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "effective",
    header: "Takes effect",
    from: "md",
    onCard: true,
    className: "text-muted",
    cell: ({ effective }) => (effective === "now" ? "Immediately" : "At period end"),
  },
  {
    id: "created",
    header: "Begun",
    align: "right",
    from: "md",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <RollBack row={row} /> },
];

function RollBack({ row }: { row: Row }) {
  if (!useMay("ADMIN") || row.status === "ROLLED_BACK") return null;
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small">
          Move back
        </Button>
      }
      title="Move them back?"
      description="Subscribers return to the earlier version, except those that have moved again since. A move that still runs stops."
      schema={async () =>
        (await import("../../../../server/domain/billing/pack-migrations/migrations-schema.ts")).MigrationId
      }
      fixed={{ id: row.id }}
      submit="Move back"
      isDangerous
      done="Subscribers are being moved back."
      act={(api, input) => api.packMigrations.rollback.mutate(input)}
    />
  );
}

/** The moves of subscribers from one version of a plan to another. */
export function MigrationsPage() {
  return (
    <>
      <PageHeader
        back={{ href: "/catalog", label: "Products and plans" }}
        title="Subscriber moves"
        description="Subscribers that you moved from one version of a plan to another."
      />
      <DataTable
        name="moves"
        columns={COLUMNS}
        refetchInterval={REFRESH_MS}
        query={(api) => api.packMigrations.list}
        input={(_, page) => page}
        empty={
          <Empty Icon={Shuffle} title="No moves yet">
            Publish a new version of a plan, then move the subscribers of the older version.
          </Empty>
        }
      />
    </>
  );
}
