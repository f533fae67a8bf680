"use client";

import { ScrollText } from "lucide-react";
import { Empty } from "../../../../_components/empty.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import type { Column } from "../../../../_components/table/column.ts";
import { DataTable } from "../../../../_components/table/data-table.tsx";
import { RowName } from "../../../../_components/table/row-name.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { cn } from "../../../../_lib/cn.ts";
import { formatQuantity } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["usage"]["ledger"]["query"]>>["data"][number];

/** How a counter came to change. */
const KINDS: Record<Row["kind"], string> = {
  RECORD: "Used",
  SET: "Set by hand",
  CONFIRM: "Reserved, then used",
  ROLLOVER: "Rolled over",
};

const COLUMNS: Column<Row>[] = [
  {
    id: "feature",
    header: "Feature",
    cell: (row) => <RowName name={<FeatureName featureKey={row.feature_key} />} also={row.dimension} />,
  },
  {
    id: "delta",
    header: "Change",
    isAside: true,
    align: "right",
    cell: ({ delta }) => (
      <span className={cn("font-medium", delta < 0 && "text-negative")}>
        {delta > 0 ? "+" : "−"}
        {formatQuantity(Math.abs(delta))}
      </span>
    ),
  },
  {
    id: "kind",
    header: "Kind",
    from: "sm",
    onCard: true,
    cell: ({ kind, is_late: isLate }) => (
      <span className="flex gap-1.5">
        <Badge>{KINDS[kind]}</Badge>
        {isLate && <Badge tone="caution">Came late</Badge>}
      </span>
    ),
  },
  {
    id: "reason",
    header: "Reason or event",
    from: "md",
    cell: ({ reason, event_id: event }) => (
      <span className="block max-w-72 truncate text-muted" title={reason ?? event ?? undefined}>
        {reason ?? event ?? "–"}
      </span>
    ),
  },
  { id: "when", header: "Happened", align: "right", cell: ({ occurred_at: iso }) => <Moment iso={iso} /> },
];

/** The feature's name; the key, which entries stand under, until it is known. */
function FeatureName({ featureKey }: { featureKey: string }) {
  const { data } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const name = data?.data.find(({ key }) => key === featureKey)?.name;
  return <>{name ?? featureKey}</>;
}

/** The usage ledger: every change of the customer's counters. */
export function LedgerPart({ customerId }: { customerId: string }) {
  return (
    <DataTable
      name="ledger entries"
      columns={COLUMNS}
      query={(api) => api.usage.ledger}
      input={(_, page) => ({ ...page, customer: customerId })}
      csv={(row) => ({
        id: row.id,
        feature_key: row.feature_key,
        dimension: row.dimension,
        kind: row.kind,
        delta: row.delta,
        reason: row.reason,
        event_id: row.event_id,
        occurred_at: row.occurred_at,
      })}
      empty={
        <Empty Icon={ScrollText} title="No usage yet">
          Each use, correction and rollover of this customer appears here.
        </Empty>
      }
    />
  );
}
