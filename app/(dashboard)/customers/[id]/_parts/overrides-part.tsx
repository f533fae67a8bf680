"use client";

import { SlidersHorizontal } from "lucide-react";
import { Empty } from "../../../../_components/empty.tsx";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import { Day } from "../../../../_components/moment.tsx";
import type { Column } from "../../../../_components/table/column.ts";
import { DataTable } from "../../../../_components/table/data-table.tsx";
import { RowName } from "../../../../_components/table/row-name.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatQuantity } from "../../../../_lib/format.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["overrides"]["list"]["query"]>>["data"][number];

const PAST_LIMIT = { BLOCK: "no more than these", ALLOW: "not billed beyond", BILL: "more is billed" };

function effectOf(row: Row): string {
  const parts = [
    row.enabled === null ? null : row.enabled ? "switched on" : "switched off",
    row.unlimited ? "unlimited" : null,
    row.limit_set === null ? null : `limit ${formatQuantity(row.limit_set)}`,
    row.limit_add === null
      ? null
      : `limit ${row.limit_add >= 0 ? "+" : "−"}${formatQuantity(Math.abs(row.limit_add))}`,
    row.value === null ? null : `value ${JSON.stringify(row.value)}`,
    row.overage === null ? null : PAST_LIMIT[row.overage],
    row.overage_ceiling === null ? null : `at most ${formatQuantity(Number(row.overage_ceiling))}`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

const COLUMNS: Column<Row>[] = [
  {
    id: "feature",
    header: "Feature",
    lines: 2,
    cell: (row) => (
      <RowName name={<code className="font-mono text-xs">{row.feature_key}</code>} also={effectOf(row)} />
    ),
  },
  {
    id: "state",
    header: "State",
    isAside: true,
    cell: ({ is_active: isActive, revoked_at: revoked }) => (
      <Badge tone={isActive ? "positive" : "neutral"}>
        {isActive ? "In force" : revoked ? "Revoked" : "Not in force"}
      </Badge>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    from: "md",
    onCard: true,
    cell: ({ reason }) => (
      <span className="block max-w-72 truncate text-muted" title={reason}>
        {reason}
      </span>
    ),
  },
  {
    id: "ends",
    header: "Ends",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ ends_at: iso }) =>
      iso ? <Day iso={iso} relative="behind" /> : <span className="text-muted">Never</span>,
  },
  { id: "revoke", header: "", align: "right", cell: (row) => <Revoke row={row} /> },
];

function Revoke({ row }: { row: Row }) {
  if (!useMay("SUPPORT") || row.revoked_at) return null;
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small" aria-label={`Revoke the override of ${row.feature_key}`}>
          Revoke
        </Button>
      }
      title="Revoke the override?"
      description={`${row.feature_key}: ${effectOf(row)}. The plan's own limit applies again at once.`}
      schema={async () =>
        (await import("../../../../../server/domain/billing/overrides/schema.ts")).OverrideId
      }
      fixed={{ id: row.id }}
      submit="Revoke"
      keep="Keep override"
      isDangerous
      done="The override was revoked."
      act={(api, input) => api.overrides.revoke.mutate(input)}
    />
  );
}

/** The customer's overrides. */
export function OverridesPart({ customerId }: { customerId: string }) {
  const mayCreate = useMay("SUPPORT");
  const { data: features } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const options = (features?.data ?? []).map(({ key, name }) => ({ value: key, label: `${name} (${key})` }));
  const fields: FormField[] = [
    { name: "feature_key", label: "Feature", kind: "select", options, isRequired: true },
    { name: "limit_set", label: "Limit instead of the plan's", kind: "number" },
    {
      name: "limit_add",
      label: "Added to the limit",
      kind: "number",
      hint: "A negative number lowers the limit.",
    },
    {
      name: "overage",
      label: "Past the limit",
      kind: "select",
      options: [
        { value: "", label: "As the plan has it" },
        { value: "BLOCK", label: "No more" },
        { value: "ALLOW", label: "More, free of charge" },
        { value: "BILL", label: "More, billed" },
      ],
    },
    { name: "ends_at", label: "Ends (UTC)", kind: "moment" },
    { name: "reason", label: "Reason", kind: "textarea", isRequired: true, hint: "Stored in the audit log." },
  ];
  const create = mayCreate && options.length > 0 && (
    <ActionDialog
      trigger={<Button size="small">New override</Button>}
      title="New override"
      description="Gives this customer something else than their plan does, while it is in force."
      schema={async () =>
        (await import("../../../../../server/domain/billing/overrides/create-override-schema.ts"))
          .CreateOverride
      }
      fields={fields}
      fixed={{ customer: customerId }}
      initial={{ feature_key: options[0]?.value }}
      submit="Create override"
      done="The override is in force."
      act={(api, input) => api.overrides.create.mutate(input)}
    />
  );
  return (
    <DataTable
      name="overrides"
      columns={COLUMNS}
      query={(api) => api.overrides.list}
      input={(_, page) => ({ ...page, customer: customerId })}
      actions={create}
      empty={
        <Empty Icon={SlidersHorizontal} title="No override">
          Give this customer more or less than their plan does: a higher limit, say.
        </Empty>
      }
    />
  );
}
