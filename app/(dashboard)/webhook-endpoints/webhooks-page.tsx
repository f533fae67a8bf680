"use client";

import { Webhook } from "lucide-react";
import type { Route } from "next";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { RowName } from "../../_components/table/row-name.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["webhookEndpoints"]["list"]["query"]>>["data"][number];

/** The status of an endpoint. */
export function EndpointState({ endpoint }: { endpoint: Pick<Row, "disabled_at" | "failing_since"> }) {
  if (endpoint.disabled_at) return <Badge tone="negative">Disabled</Badge>;
  if (endpoint.failing_since) return <Badge tone="caution">Failing</Badge>;
  return <Badge tone="positive">Enabled</Badge>;
}

const COLUMNS: Column<Row>[] = [
  {
    id: "url",
    header: "Endpoint",
    cell: ({ url, description }) => <RowName name={url} also={description} />,
  },
  { id: "state", header: "State", isAside: true, cell: (row) => <EndpointState endpoint={row} /> },
  {
    id: "types",
    header: "Events",
    from: "md",
    onCard: true,
    className: "text-muted",
    cell: ({ types }) => (
      <span className="block max-w-64 truncate">{types.includes("*") ? "All" : types.join(", ")}</span>
    ),
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    from: "sm",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

/** The tenant's webhook endpoints. */
export function WebhooksPage() {
  const mayChange = useMay("ADMIN");
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Usher sends every change to your back end, signed and at least once, and retries for three days."
        actions={
          mayChange && (
            <ActionDialog
              trigger={<Button>New endpoint</Button>}
              title="New webhook endpoint"
              schema={async () =>
                (await import("../../../server/domain/webhooks/schema.ts")).CreateWebhookEndpoint
              }
              fields={[
                { name: "url", label: "Address", placeholder: "https://…", isRequired: true },
                { name: "types", label: "Events", kind: "event types" },
                { name: "description", label: "Description" },
              ]}
              initial={{ types: ["*"] }}
              submit="Create endpoint"
              done="Events are sent there from now on."
              act={(api, input) => api.webhookEndpoints.create.mutate(input)}
              isShownOnce
              result={({ secret }) => (
                <>
                  <p>Signing secret. You see it only now.</p>
                  <p className="rounded-md border bg-subtle px-3 py-2">
                    <CopyButton value={secret} className="text-sm text-foreground" />
                  </p>
                </>
              )}
            />
          )
        }
      />
      <DataTable
        name="endpoints"
        columns={COLUMNS}
        href={({ id }) => `/webhook-endpoints/${id}` as Route}
        query={(api) => api.webhookEndpoints.list}
        input={(_, page) => page}
        empty={
          <Empty Icon={Webhook} title="No endpoints yet">
            Add an address, and Usher posts every change of a subscription, invoice or invitation to it.
          </Empty>
        }
      />
    </>
  );
}
